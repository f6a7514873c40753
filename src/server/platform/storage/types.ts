/** The object store: a local folder or an S3-compatible service, the same to callers. */
import type { Readable } from "node:stream";
import type { PutAddress } from "../../../protocol/uploads.ts";

export interface ObjectFacts {
  key: string;
  size: number;
  /** Without quotes: hex md5, or "md5 of the parts' md5s-n" for objects made of parts. */
  etag: string;
  /** Epoch ms. */
  modifiedAt: number;
}

export interface StoredPart {
  /** From 1. */
  part: number;
  size: number;
  /** Hex md5. */
  etag: string;
}

/** Bytes [start, end). */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Keys are made by the server alone: lower-case letters, digits, ".", "-", "_" and "/", no part of them "." or ".."
 * (`demandKey`). Nothing that a user named is ever in one.
 */
export interface ObjectStore {
  readonly kind: "fs" | "s3";
  /** Origin that browsers PUT to and GET from; null when it is the server's own. */
  readonly browserOrigin: string | null;
  /** Bytes that uploads may still bring; null when the store does not say. */
  room(): Promise<number | null>;
  /** Stores a whole object; visible when complete, then durable. Replaces an older one. */
  put(key: string, body: Readable | Uint8Array, size: number): Promise<ObjectFacts>;
  /** @throws ObjectMissing, ObjectDamaged */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Fills `into` from `position` on; returns how many bytes there were. @throws ObjectMissing */
  read(key: string, into: Uint8Array, position: number): Promise<number>;
  /** Null when there is none. */
  head(key: string): Promise<ObjectFacts | null>;
  /** Those that are not there are none the less deleted. */
  delete(keys: readonly string[]): Promise<void>;
  /** Those that are damaged, too: of size 0, with an empty etag. */
  list(prefix: string): AsyncIterable<ObjectFacts>;
  /** For one PUT of exactly these bytes. */
  presignPut(key: string, order: { size: number; md5: string; lifeMs: number }): Promise<PutAddress>;
  /** For one download under a name. */
  presignGet(key: string, order: { lifeMs: number; fileName: string; type: string }): Promise<string>;
  createMultipart(key: string): Promise<string>;
  presignPart(
    key: string,
    multipartId: string,
    order: { part: number; size: number; lifeMs: number },
  ): Promise<PutAddress>;
  listParts(key: string, multipartId: string): Promise<StoredPart[]>;
  /** In order of their numbers, without a hole. Safe to repeat. @throws ObjectMissing when the multipart upload is no more, PartsRefused. */
  completeMultipart(key: string, multipartId: string, parts: readonly StoredPart[]): Promise<ObjectFacts>;
  /** Safe to repeat. */
  abortMultipart(key: string, multipartId: string): Promise<void>;
  close(): Promise<void>;
}

/** A bucket of the database (studies/schema.ts). */
export interface BucketAddress {
  name: string;
  /** "file:" + folder under the data folder, or the address of an S3-compatible service. */
  endpoint: string;
}

export const folderScheme = "file:";
/** The local bucket. */
export const localBucket: BucketAddress = { name: "Local storage", endpoint: `${folderScheme}objects` };

/** Stores by bucket; each is opened once. */
export interface Stores {
  /** @throws StoreUnavailable for an endpoint that this installation has no keys for */
  of(bucket: BucketAddress): ObjectStore;
  /** Where the installation keeps recordings: the bucket of STORE. */
  readonly own: ObjectStore;
  /** The bucket that new workspaces begin with. */
  readonly ownBucket: BucketAddress;
  /** Of all stores that browsers may speak to, for the content policy. */
  readonly browserOrigins: readonly string[];
  close(): Promise<void>;
}

export class ObjectMissing extends Error {
  override readonly name = "ObjectMissing";
  constructor() {
    super("The object is not in the store.");
  }
}

/** What lies in the store is no whole object: somebody else's hand was in it, or its disk is failing. */
export class ObjectDamaged extends Error {
  override readonly name = "ObjectDamaged";
  constructor() {
    super("An object of the store is damaged.");
  }
}

/** The parts are not those that are stored, there is a hole between them, or one but the last has not the size of parts. */
export class PartsRefused extends Error {
  override readonly name = "PartsRefused";
  constructor() {
    super("The parts do not make up the object.");
  }
}

export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** @throws Error for a key that could mean something outside the store */
export function demandKey(key: string): string {
  if (!/^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/.test(key) || key.length > 500)
    throw new Error("This is no key of an object.");
  return key;
}

/** Where the bytes of an uploaded file lie. */
export const uploadPrefix = (uploadId: number): string => `uploads/${uploadId}/`;
export const uploadKey = (uploadId: number, fileId: number): string => `${uploadPrefix(uploadId)}${fileId}`;

/** The object store in an S3-compatible service. Browsers speak to the service itself, by addresses signed here. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { attachment, safeType } from "./disposition.ts";
import { partsEtag } from "./parts.ts";
import { isNoSuch, isRangeBeyond, partsError } from "./s3-errors.ts";
import { type S3Settings, serviceOrigin } from "./settings.ts";
import {
  demandKey,
  type ObjectFacts,
  ObjectMissing,
  type ObjectStore,
  PartsRefused,
  type StoredPart,
} from "./types.ts";

const deletedAtOnce = 1000;
const readTries = 3;

/** `bucket`: of this service; the settings name the installation's own. */
export function createS3Store(settings: S3Settings, bucket: string): ObjectStore {
  const clientAt = (endpoint: string) =>
    new S3Client({
      endpoint,
      region: settings.region,
      forcePathStyle: settings.isPathStyle,
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      // Otherwise the SDK asks for checksums that many services do not know, and puts them into signed addresses.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
    });
  const client = clientAt(settings.endpoint);
  const signer = settings.publicEndpoint === settings.endpoint ? client : clientAt(settings.publicEndpoint);
  const of = (key: string) => ({ Bucket: bucket, Key: demandKey(key) });
  const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

  async function head(key: string): Promise<ObjectFacts | null> {
    try {
      const facts = await client.send(new HeadObjectCommand(of(key)));
      return {
        key,
        size: facts.ContentLength ?? 0,
        etag: bare(facts.ETag),
        modifiedAt: facts.LastModified?.getTime() ?? 0,
      };
    } catch (error) {
      if (isNoSuch(error)) return null;
      throw error;
    }
  }

  async function open(key: string, range: string | undefined): Promise<Readable> {
    try {
      const { Body } = await client.send(new GetObjectCommand({ ...of(key), Range: range }));
      return Body as Readable;
    } catch (error) {
      if (isRangeBeyond(error)) return Readable.from([]);
      throw isNoSuch(error) ? new ObjectMissing() : error;
    }
  }

  async function readOnce(key: string, into: Uint8Array, position: number): Promise<number> {
    let done = 0;
    for await (const bytes of await open(key, `bytes=${position}-${position + into.length - 1}`)) {
      into.set(bytes, done);
      done += bytes.length;
    }
    return done;
  }

  async function listParts(key: string, multipartId: string): Promise<StoredPart[]> {
    const parts: StoredPart[] = [];
    let marker: string | undefined;
    do {
      const page = await client
        .send(new ListPartsCommand({ ...of(key), UploadId: multipartId, PartNumberMarker: marker }))
        .catch((error: unknown) => {
          throw isNoSuch(error) ? new ObjectMissing() : error;
        });
      for (const { PartNumber = 0, Size = 0, ETag } of page.Parts ?? [])
        parts.push({ part: PartNumber, size: Size, etag: bare(ETag) });
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (marker !== undefined);
    return parts;
  }

  return {
    kind: "s3",
    browserOrigin: serviceOrigin(settings, bucket),
    room: async () => null,
    head,

    async put(key, body, size) {
      const hash = createHash("md5");
      const isWhole = body instanceof Uint8Array;
      const { ETag } = await client.send(
        new PutObjectCommand({
          ...of(key),
          Body: isWhole ? body : Readable.from(hashed(body, hash), { objectMode: false }),
          ContentLength: size,
          ...(isWhole ? { ContentMD5: hash.copy().update(body).digest("base64") } : {}),
        }),
      );
      const etag = (isWhole ? hash.update(body) : hash).digest("hex");
      if (bare(ETag) !== etag)
        throw new Error("The service stored other bytes than were sent, or encrypts with keys of its own.");
      return { key, size, etag, modifiedAt: Date.now() };
    },

    get(key, range) {
      if (range === undefined) return open(key, undefined);
      if (range.end <= range.start) return Promise.resolve(Readable.from([]));
      return open(key, `bytes=${range.start}-${range.end - 1}`);
    },

    async read(key, into, position) {
      if (into.length === 0) return 0;
      for (let tries = 1; ; tries++)
        try {
          return await readOnce(key, into, position);
        } catch (error) {
          if (error instanceof ObjectMissing || tries === readTries) throw error; // else the answer broke off
        }
    },

    async delete(keys) {
      for (let from = 0; from < keys.length; from += deletedAtOnce) {
        const Objects = keys.slice(from, from + deletedAtOnce).map((key) => ({ Key: demandKey(key) }));
        const { Errors } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        const [failed] = (Errors ?? []).filter(({ Code }) => Code !== "NoSuchKey");
        if (failed !== undefined)
          throw new Error(`The service did not delete an object: ${failed.Code ?? "no reason"}.`);
      }
    },

    async *list(prefix) {
      let token: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
        );
        for (const { Key = "", Size = 0, ETag, LastModified } of page.Contents ?? [])
          yield { key: Key, size: Size, etag: bare(ETag), modifiedAt: LastModified?.getTime() ?? 0 };
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    },

    async presignPut(key, { size, md5, lifeMs }) {
      const digest = Buffer.from(md5, "hex").toString("base64");
      const url = await getSignedUrl(
        signer,
        new PutObjectCommand({ ...of(key), ContentMD5: digest, ContentLength: size }),
        {
          expiresIn: seconds(lifeMs),
          unhoistableHeaders: new Set(["content-md5"]),
          signableHeaders: new Set(["content-md5", "content-length", "host"]),
        },
      );
      return { url, headers: { "content-md5": digest } };
    },

    presignGet: (key, { lifeMs, fileName, type }) =>
      getSignedUrl(
        signer,
        new GetObjectCommand({
          ...of(key),
          ResponseContentDisposition: attachment(fileName),
          ResponseContentType: safeType(type),
          ResponseCacheControl: "private, no-store",
        }),
        { expiresIn: seconds(lifeMs) },
      ),

    async createMultipart(key) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(of(key)));
      if (UploadId === undefined) throw new Error("The service named no multipart upload.");
      return UploadId;
    },

    async presignPart(key, multipartId, { part, size, lifeMs }) {
      const url = await getSignedUrl(
        signer,
        new UploadPartCommand({ ...of(key), UploadId: multipartId, PartNumber: part, ContentLength: size }),
        { expiresIn: seconds(lifeMs), signableHeaders: new Set(["content-length", "host"]) },
      );
      return { url, headers: {} };
    },

    listParts,

    async completeMultipart(key, multipartId, parts) {
      if (parts.length === 0 || parts.some(({ part }, index) => part !== index + 1)) throw new PartsRefused();
      const Parts = parts.map(({ part, etag }) => ({ PartNumber: part, ETag: `"${etag}"` }));
      try {
        await client.send(
          new CompleteMultipartUploadCommand({ ...of(key), UploadId: multipartId, MultipartUpload: { Parts } }),
        );
      } catch (error) {
        const why = partsError(error);
        if (why instanceof PartsRefused) throw why;
        // Done before, by a call whose answer got lost; or it is no more, which services say in several ways.
        const facts = await head(key);
        if (facts?.etag === partsEtag(parts)) return facts;
        await listParts(key, multipartId);
        throw why;
      }
      const facts = await head(key);
      if (facts === null) throw new ObjectMissing();
      return facts;
    },

    async abortMultipart(key, multipartId) {
      await client
        .send(new AbortMultipartUploadCommand({ ...of(key), UploadId: multipartId }))
        .catch((error: unknown) => {
          if (!isNoSuch(error)) throw error;
        });
    },

    async close() {
      client.destroy();
      signer.destroy();
    },
  };
}

/** An ETag without its quotes. */
const bare = (etag: string | undefined): string => (etag ?? "").replaceAll('"', "").toLowerCase();

async function* hashed(body: Readable, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    hash.update(bytes);
    yield bytes;
  }
}

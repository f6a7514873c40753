/** Opens the stores of an installation: local folders under the data folder, and the S3-compatible service of STORE=s3. */
import { resolve } from "node:path";
import { createFsStore, type FsStore } from "./fs-store.ts";
import { keptSecret } from "./secret.ts";
import { type StoreSettings, storeOrigins } from "./settings.ts";
import {
  type BucketAddress,
  folderScheme,
  localBucket,
  type ObjectStore,
  type Stores,
  StoreUnavailable,
} from "./types.ts";

export interface OpenedStores extends Stores {
  /** The local store of a folder, as addresses name it; null when it is none. */
  local(name: string): FsStore | null;
  /** Removes what killed servers left half done in the local folder (fs-store.ts). */
  tidy(order: { isAlone: boolean }): Promise<void>;
  /** Checks the signatures of their addresses. */
  readonly secret: string;
}

export interface StoresOptions {
  dataDir: string;
  store: StoreSettings;
}

/** Also in worker threads. @throws StartRefused when the kept secret is damaged */
export async function openStores({ dataDir, store }: StoresOptions): Promise<OpenedStores> {
  const secret = store.secret ?? (await keptSecret(dataDir));
  const locals = new Map<string, FsStore>();
  const services = new Map<string, ObjectStore>();

  const local = (name: string): FsStore | null => {
    const folder = folderOf(name);
    if (folder === null) return null;
    const known = locals.get(name) ?? createFsStore({ root: resolve(dataDir, folder), name, secret });
    locals.set(name, known);
    return known;
  };

  const { s3 } = store;
  // Read by installations that have a service, and by no others.
  const createS3Store = s3 === null ? null : (await import("./s3-store.ts")).createS3Store;
  const service = ({ name, endpoint }: BucketAddress): ObjectStore | null => {
    if (s3 === null || createS3Store === null || endpoint.replace(/\/+$/, "") !== s3.endpoint) return null;
    const known = services.get(name) ?? createS3Store(s3, name);
    services.set(name, known);
    return known;
  };

  const of = (bucket: BucketAddress): ObjectStore => {
    const { endpoint } = bucket;
    const isFolder = endpoint.startsWith(folderScheme);
    const opened = isFolder ? local(nameOf(endpoint.slice(folderScheme.length))) : service(bucket);
    if (opened === null) throw new StoreUnavailable("This server cannot reach buckets of this kind.");
    return opened;
  };
  const ownBucket = s3 === null ? localBucket : { name: s3.bucket, endpoint: s3.endpoint };

  return {
    of,
    local,
    secret,
    tidy: async (order) => local(nameOf(localBucket.endpoint.slice(folderScheme.length)))?.tidy(order),
    own: of(ownBucket),
    ownBucket,
    browserOrigins: storeOrigins(store),
    async close() {
      await Promise.all([...locals.values(), ...services.values()].map((one) => one.close()));
    },
  };
}

/** How addresses name a folder under the data folder. */
const nameOf = (folder: string): string => Buffer.from(folder, "utf8").toString("base64url");

/** The folder of that name, relative to the data folder and inside it; null for anything else. */
function folderOf(name: string): string | null {
  const folder = Buffer.from(name, "base64url").toString("utf8");
  const isInside = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(folder);
  return isInside && nameOf(folder) === name ? folder : null;
}

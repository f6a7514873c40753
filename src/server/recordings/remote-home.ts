/** Recordings that are kept in a service instead of the data folder: what readers and writers of them need to know. */
import { type ObjectStore, openStores, type Stores } from "../platform/storage/index.ts";
import type { StoreSettings } from "../platform/storage/settings.ts";

export interface RemoteHome {
  store: ObjectStore;
  /** Of the bucket: what was cached of another one is nothing here. */
  identity: string;
  /** Most that the cache under the data folder may take; 0: nothing is cached. */
  cacheBytes: number;
}

/** Null: recordings lie in the data folder. */
export function remoteHome({ own, ownBucket }: Stores, cacheBytes: number): RemoteHome | null {
  if (own.kind === "fs") return null;
  return { store: own, identity: `${ownBucket.endpoint}/${ownBucket.name}`, cacheBytes };
}

/** The same as plain data, for worker threads. */
export interface HomeSettings {
  dataDir: string;
  store: StoreSettings;
  recordingCacheBytes: number;
}

export const homeSettings = ({ dataDir, store, recordingCacheBytes }: HomeSettings): HomeSettings => ({
  dataDir,
  store,
  recordingCacheBytes,
});

/** Opens it in a worker thread, for as long as the thread lives. */
export async function openHome({ dataDir, store, recordingCacheBytes }: HomeSettings): Promise<RemoteHome | null> {
  if (store.kind === "fs") return null;
  return remoteHome(await openStores({ dataDir, store }), recordingCacheBytes);
}

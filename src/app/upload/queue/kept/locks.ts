/** Tells the other tabs of this browser which uploads are under way here. */
import { subscribe } from "valtio";
import type { QueueItem } from "../state.ts";

const prefix = "connect.upload.";
const entryPrefix = "connect.queued.";

/** Undefined on pages without TLS. */
const manager = () => (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;

/** Holds the upload of an item from the moment it has an id. Returns the release. */
export function holdUpload(item: QueueItem): () => void {
  let release: () => void = () => undefined;
  let isHeld = false;
  const hold = () => {
    const locks = manager();
    if (isHeld || item.uploadId === null || locks === undefined) return;
    isHeld = true;
    const end = new Promise<void>((resolve) => {
      release = resolve;
    });
    locks.request(prefix + item.uploadId, { ifAvailable: true }, () => end).catch(() => undefined);
  };
  hold();
  const unwatch = subscribe(item, hold);
  return () => {
    unwatch();
    release();
  };
}

/** Ids of uploads that a tab of this browser works on. */
export const heldUploads = (): Promise<ReadonlySet<number>> => heldBehind(prefix);

/** Holds an entry of the queue as long as this page has its files. Returns the release. */
export function holdEntry(id: number): () => void {
  let release: () => void = () => undefined;
  const end = new Promise<void>((resolve) => {
    release = resolve;
  });
  manager()
    ?.request(entryPrefix + id, { ifAvailable: true }, () => end)
    .catch(() => undefined);
  return release;
}

/** Ids of entries whose files a tab of this browser has. */
export const heldEntries = (): Promise<ReadonlySet<number>> => heldBehind(entryPrefix);

async function heldBehind(start: string): Promise<ReadonlySet<number>> {
  const { held = [] } = (await manager()?.query()) ?? {};
  const names = held.map(({ name }) => name ?? "").filter((name) => name.startsWith(start));
  return new Set(names.map((name) => Number(name.slice(start.length))));
}

/**
 * Changes of annotations that wait for the server, kept in the browser (IndexedDB) until it has acknowledged them. A queue belongs to a user, a
 * server and a recording; each tab writes one of its own, named by its client id. One database, opened for each piece of work.
 */
import type { AnnotationChange } from "../../protocol/annotation-log.ts";

/** Whose queue, for which recording: never sent for anybody else. */
export interface QueueOwner {
  /** Workspace and account (`sessionOwner`). The origin is the database's. */
  readonly owner: string;
  readonly dataObjectId: number;
}

export interface KeptChange extends QueueOwner {
  readonly client: string;
  readonly change: AnnotationChange;
}

export type KeptByRecording = ReadonlyMap<number, ReadonlyMap<string, AnnotationChange[]>>;

/** Where changes are kept. Everything rejects where the browser's storage is blocked or full. */
export interface ChangeKeeper {
  keep(changes: readonly KeptChange[]): Promise<void>;
  forget(client: string, numbers: readonly number[]): Promise<void>;
  /** All of an owner's for a recording, by client, in the order of their numbers. */
  kept(owner: QueueOwner): Promise<ReadonlyMap<string, AnnotationChange[]>>;
  /** All of an account's, by recording and client, in the order of their numbers. */
  all(owner: string): Promise<KeptByRecording>;
}

const database = "connect-annotations";
const store = "changes";
const byOwner = "owner";

const open = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () =>
      request.result
        .createObjectStore(store, { keyPath: ["client", "change.number"] })
        .createIndex(byOwner, ["owner", "dataObjectId"]);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function within<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest | undefined,
): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      // What is acknowledged to the reader as kept is on the disk.
      const transaction = db.transaction(store, mode, { durability: "strict" });
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request?.result as T);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    db.close();
  }
}

/** By client, in the order of their numbers. */
export function byClient(rows: readonly KeptChange[]): Map<string, AnnotationChange[]> {
  const clients = new Map<string, AnnotationChange[]>();
  for (const { client, change } of rows) {
    const own = clients.get(client);
    if (own === undefined) clients.set(client, [change]);
    else own.push(change);
  }
  for (const changes of clients.values()) changes.sort((a, b) => a.number - b.number);
  return clients;
}

/** By recording, then as `kept` has them. */
export function byRecording(rows: readonly KeptChange[]): KeptByRecording {
  const recordings = new Map<number, KeptChange[]>();
  for (const row of rows) {
    const own = recordings.get(row.dataObjectId);
    if (own === undefined) recordings.set(row.dataObjectId, [row]);
    else own.push(row);
  }
  return new Map([...recordings].map(([id, own]) => [id, byClient(own)]));
}

export const browserKeeper: ChangeKeeper = {
  keep: (changes) =>
    within("readwrite", (kept) => {
      for (const change of changes) kept.put(change);
      return undefined;
    }),
  forget: (client, numbers) =>
    within("readwrite", (kept) => {
      for (const number of numbers) kept.delete([client, number]);
      return undefined;
    }),
  async kept({ owner, dataObjectId }) {
    const rows = await within<KeptChange[]>("readonly", (kept) => kept.index(byOwner).getAll([owner, dataObjectId]));
    return byClient(rows);
  },
  async all(owner) {
    // Arrays come after numbers: all recordings of the owner.
    const range = IDBKeyRange.bound([owner], [owner, []]);
    const rows = await within<KeptChange[]>("readonly", (kept) => kept.index(byOwner).getAll(range));
    return byRecording(rows);
  },
};

const lockName = (client: string) => `connect.annotations.${client}`;

/** Queues that this tab has. */
const takenHere = new Set<string>();

/**
 * Takes a client's queue for one part of this tab, if nobody else has it; null: somebody has. Without locks (pages without TLS) another tab may
 * have it too: what two tabs send of one queue the server does once, by its numbers. Returns the release.
 */
export async function takeQueue(client: string): Promise<(() => void) | null> {
  if (takenHere.has(client)) return null;
  takenHere.add(client);
  const release = await lockQueue(client);
  if (release === null) {
    takenHere.delete(client);
    return null;
  }
  return () => {
    takenHere.delete(client);
    release();
  };
}

async function lockQueue(client: string): Promise<(() => void) | null> {
  const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
  if (locks === undefined) return () => undefined;
  return new Promise((resolve) => {
    locks
      .request(lockName(client), { ifAvailable: true }, (lock) => {
        if (lock === null) {
          resolve(null);
          return;
        }
        return new Promise<void>((end) => resolve(() => end()));
      })
      .catch(() => resolve(null));
  });
}

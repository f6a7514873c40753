/** What this folder keeps in the browser (IndexedDB): one database, opened for each piece of work, so that no tab bars another. */

const database = "connect-uploads";
const version = 2;
/** Store and the member that its records are known by. */
const keyOf = { recipes: "uploadId", entries: "owner" } as const;
export type StoreName = keyof typeof keyOf;

/** Works in one transaction. Rejects where storage is blocked or full. `work` gives a request whose result is the answer, or nothing. */
export async function inStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest | undefined,
): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(name, mode);
      const request = work(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request?.result as T);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    db.close();
  }
}

const open = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, version);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(keyOf))
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name, { keyPath });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

import type { ObjectStore } from "./types.ts";

const keysAtOnce = 500;

/** Deletes the objects under a prefix that are wanted no more. Returns how many. */
export async function deleteAll(
  store: Pick<ObjectStore, "list" | "delete">,
  prefix: string,
  isUnwanted: (object: { key: string; modifiedAt: number }) => boolean | Promise<boolean>,
): Promise<number> {
  let keys: string[] = [];
  let deleted = 0;
  const flush = async () => {
    if (keys.length > 0) await store.delete(keys);
    deleted += keys.length;
    keys = [];
  };
  for await (const object of store.list(prefix)) {
    if (await isUnwanted(object)) keys.push(object.key);
    if (keys.length >= keysAtOnce) await flush();
  }
  await flush();
  return deleted;
}

/** The files of a recording as objects of a service: `recordings/<id>/...`, as they lie in the data folder. */
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectStore } from "../platform/storage/index.ts";

export const remoteFolder = (id: number): string => `recordings/${id}`;
/** Says which import wrote the recording: an id may come again in another database, a token never does. */
export const tokenKey = (id: number): string => `${remoteFolder(id)}/token`;

const inFlight = 4;
const mostTries = 3;
const deletedAtOnce = 500;

/** Whether anything lies there. */
export async function isTaken(store: ObjectStore, id: number): Promise<boolean> {
  for await (const _facts of store.list(`${remoteFolder(id)}/`)) return true;
  return false;
}

/**
 * Stores every file below `folder`, the token first. Keys cannot begin with a dot, so the descriptions for Zarr v2 stay
 * behind; those for v3 say the same. @throws what the service says, after some tries
 */
export async function storeFolder(store: ObjectStore, folder: string, id: number, token: string): Promise<void> {
  await store.put(tokenKey(id), Buffer.from(token), Buffer.byteLength(token));
  const names = (await filesBelow(folder)).values();
  const worker = async () => {
    for (const name of names) await storeFile(store, join(folder, name), `${remoteFolder(id)}/${name}`);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

async function storeFile(store: ObjectStore, path: string, key: string): Promise<void> {
  const { size } = await stat(path);
  for (let tries = 1; ; tries++)
    try {
      await store.put(key, createReadStream(path), size);
      return;
    } catch (error) {
      if (tries === mostTries) throw error;
    }
}

/** Names relative to the folder, with "/" between parts. */
async function filesBelow(folder: string, below = ""): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const name = `${below}${entry.name}`;
    if (entry.isDirectory()) names.push(...(await filesBelow(folder, `${name}/`)));
    else if (!entry.name.startsWith(".")) names.push(name);
  }
  return names;
}

/** Deletes a recording's objects, the token last: as long as one is left the id counts as taken. Safe to repeat. */
export async function deleteFolder(store: ObjectStore, id: number): Promise<void> {
  let keys: string[] = [];
  for await (const { key } of store.list(`${remoteFolder(id)}/`)) {
    if (key !== tokenKey(id)) keys.push(key);
    if (keys.length < deletedAtOnce) continue;
    await store.delete(keys);
    keys = [];
  }
  await store.delete([...keys, tokenKey(id)]);
}

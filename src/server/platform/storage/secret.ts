/** Secrets that the environment does not give (STORE_SECRET, ENCRYPT_KEY): made once and kept in the data folder. */
import { randomBytes } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, syncFolder } from "../durable.ts";
import { StartRefused } from "../start/start-refused.ts";

export const shortestSecret = 32;

/** What to do about a damaged one. */
const advice = {
  /** Signs addresses of the local store. */
  store: "remove it, and addresses for uploads that were given out end",
  /** Encrypts info files. */
  upload: "restore it from a backup, encrypted files cannot be read without it",
} as const;

/** The kept one; made when there is none. Of those who make it at once, one wins. @throws StartRefused when it is damaged */
export async function keptSecret(dataDir: string, name: keyof typeof advice = "store"): Promise<string> {
  const folder = join(dataDir, "keys");
  const path = join(folder, `${name}.key`);
  const kept = (await read(path)) ?? (await make(folder, path));
  if (kept.length < shortestSecret) throw new StartRefused(`${path} is damaged: ${advice[name]}.`);
  return kept;
}

const read = (path: string): Promise<string | null> =>
  readFile(path, "utf8").then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    },
  );

/** Writes it under another name first: the key is there as a whole or not at all. */
async function make(folder: string, path: string): Promise<string> {
  await makeFolder(folder);
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${randomBytes(48).toString("base64url")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await syncFolder(folder);
  } finally {
    await rm(draft, { force: true });
  }
  return (await read(path)) ?? "";
}

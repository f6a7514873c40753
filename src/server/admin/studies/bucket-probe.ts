/** Whether a folder takes and gives back an object. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { adminText } from "../../../protocol/text/admin-text.ts";

const said: Record<string, string> = {
  EACCES: adminText.bucket.noAccess,
  EPERM: adminText.bucket.noAccess,
  EROFS: adminText.bucket.noAccess,
  ENOSPC: adminText.bucket.full,
  EDQUOT: adminText.bucket.full,
};

/** Writes, reads and deletes an object in `folder` under the data folder. Null when all went well, else a sentence. */
export async function probeFolder(dataDir: string, folder: string): Promise<string | null> {
  const path = resolve(dataDir, folder);
  if (!isInside(resolve(dataDir), path)) return adminText.bucket.outside;
  try {
    await mkdir(path, { recursive: true });
    if (!isInside(await realpath(dataDir), await realpath(path))) return adminText.bucket.outside;
    const object = join(path, `.probe-${randomBytes(8).toString("hex")}`);
    const written = randomBytes(64);
    try {
      await writeFile(object, written, { flag: "wx", flush: true, mode: 0o600 });
      return written.equals(await readFile(object)) ? null : adminText.bucket.differs;
    } finally {
      await rm(object, { force: true });
    }
  } catch (error) {
    return said[(error as NodeJS.ErrnoException).code ?? ""] ?? adminText.bucket.unreachable;
  }
}

function isInside(parent: string, path: string): boolean {
  const way = relative(parent, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

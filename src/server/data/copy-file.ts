/** Copies a file and its time, and says what it held. */
import { createHash } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";

export interface CopiedFile {
  bytes: number;
  /** Of all bytes, hex. */
  sha256: string;
}

const atOnce = 1 << 20;

/** On the disk when it returns. @throws what the disks say; nothing is left at `to` then */
export async function copyFile(from: string, to: string): Promise<CopiedFile> {
  const source = await open(from, "r");
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const target = await open(to, "w", 0o600);
    try {
      const hash = createHash("sha256");
      const buffer = Buffer.allocUnsafe(atOnce);
      let bytes = 0;
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, atOnce, bytes);
        if (bytesRead === 0) break;
        const part = buffer.subarray(0, bytesRead);
        hash.update(part);
        await target.writeFile(part); // appends: the handle keeps its place
        bytes += bytesRead;
      }
      const { atime, mtime } = await source.stat();
      await target.utimes(atime, mtime);
      await target.sync();
      return { bytes, sha256: hash.digest("hex") };
    } catch (error) {
      await rm(to, { force: true });
      throw error;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

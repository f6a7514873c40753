/** The files of export-data: written whole or not at all, for this account's eyes only. */
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";

const writeAtOnce = 1 << 20;

/** Writes lines to `path`, which appears when all are on the disk. Returns how many bytes it has. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<number> {
  const partial = `${path}.partial`;
  const file = await open(partial, "w", 0o600);
  let bytes = 0;
  try {
    let waiting = "";
    for await (const line of lines) {
      waiting += `${line}\n`;
      if (waiting.length < writeAtOnce) continue;
      await file.appendFile(waiting);
      bytes += Buffer.byteLength(waiting);
      waiting = "";
    }
    await file.appendFile(waiting);
    bytes += Buffer.byteLength(waiting);
    await file.sync();
    await file.close();
    await rename(partial, path);
    return bytes;
  } catch (error) {
    await file.close().catch(() => undefined); // already closed
    await rm(partial, { force: true });
    throw error;
  }
}

/** Lines of a text file without their ends. @throws the error of the file */
export async function* readLines(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const part of createReadStream(path, "utf8")) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Whether there is anything at `path`. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Files as a user chooses them, and the bytes that would be sent of them. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { ChosenDirectory, ChosenEntry } from "../../src/app/upload/choose/types.ts";
import type { UploadSource } from "../../src/app/upload/types.ts";
import { applyPatches } from "../../src/domain/upload/patches.ts";

export const chosenFile = (name: string, bytes: Uint8Array | string): ChosenEntry => ({
  path: name,
  file: new File([typeof bytes === "string" ? bytes : bytes.slice()], name, { lastModified: 1_700_000_000_000 }),
});

/** A directory of files by their paths in it. */
export function chosenDirectory(
  name: string,
  files: ReadonlyMap<string, Uint8Array | string>,
  kind: ChosenDirectory["kind"] = "unknown",
): ChosenDirectory {
  const entries = [...files].map(([path, bytes]) => ({
    path: `${name}/${path}`,
    file: chosenFile(path.slice(path.lastIndexOf("/") + 1), bytes).file,
  }));
  return { name, path: name, kind, entries };
}

/** Every file below a folder on the disk, by its path in it. */
export function filesBelow(folder: string, prefix = ""): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) for (const one of filesBelow(path, `${prefix}${name}/`)) files.set(...one);
    else files.set(prefix + name, new Uint8Array(readFileSync(path)));
  }
  return files;
}

export const chosenFolder = (folder: string): ChosenDirectory => chosenDirectory(basename(folder), filesBelow(folder));

/** What is sent, by path. Lengths are as promised. */
export async function sentBytes(source: UploadSource): Promise<Map<string, Uint8Array>> {
  const sent = new Map<string, Uint8Array>();
  for (const { path, content, size } of source.files) {
    const bytes =
      content.kind === "bytes"
        ? content.bytes
        : applyPatches(new Uint8Array(await content.file.arrayBuffer()), content.patches);
    if (bytes.length !== size) throw new Error("a file is sent with another length than it promises");
    sent.set(path, bytes);
  }
  if (source.files.reduce((sum, { size }) => sum + size, 0) !== source.size) throw new Error("the sum is wrong");
  return sent;
}

/** Which of the words stand in the bytes or the paths, in any letter case, in one-byte or two-byte characters. */
export function wordsIn(sent: ReadonlyMap<string, Uint8Array>, words: readonly string[]): string[] {
  const found: string[] = [];
  for (const [path, bytes] of sent) {
    const text = Buffer.from(bytes).toString("latin1").toLowerCase();
    for (const word of words) {
      const forms = (["utf8", "latin1", "utf16le"] as const).map((form) =>
        Buffer.from(word.toLowerCase(), form).toString("latin1").toLowerCase(),
      );
      if (path.toLowerCase().includes(word.toLowerCase()) || forms.some((form) => text.includes(form)))
        found.push(`${word} in ${path}`);
    }
  }
  return found;
}

/** Files of an upload as readers take them: names and folders from the rows, bytes from the object store. */
import { type ObjectStore, uploadKey } from "../../platform/storage/index.ts";
import { type ByteSource, bytesSource } from "../byte-source.ts";
import type { SourceFolder } from "../source-folder.ts";
import { decrypted } from "./decrypted.ts";
import type { ItemFile } from "./item-rows.ts";
import { StoredWindows } from "./stored-windows.ts";

export interface UploadFilesOptions {
  uploadId: number;
  store: Pick<ObjectStore, "read">;
  files: readonly ItemFile[];
  /** Key of the upload's encrypted files; asked for when there is one. */
  encryptionKey: () => Promise<Uint8Array>;
}

/** Folders by their names, files by theirs. No name is ever a path of anything. */
interface Branch {
  files: Map<string, ItemFile>;
  folders: Map<string, Branch>;
}

/** The folder that holds the item: its files lie below the folder of the item's name, or are the item itself. */
export function uploadFolder(options: UploadFilesOptions): SourceFolder {
  const root: Branch = { files: new Map(), folders: new Map() };
  for (const file of options.files) {
    const parts = file.path.split("/");
    let branch = root;
    for (const part of parts.slice(0, -1)) {
      const next = branch.folders.get(part) ?? { files: new Map(), folders: new Map() };
      branch.folders.set(part, next);
      branch = next;
    }
    branch.files.set(parts[parts.length - 1], file);
  }
  const windows = new StoredWindows(options.store);
  return folderOf("", root, (file) =>
    file.encryption === null ? storedSource(file, options, windows) : encryptedSource(file, options),
  );
}

function folderOf(name: string, branch: Branch, open: (file: ItemFile) => ByteSource): SourceFolder {
  return {
    name,
    names: async () => ({ files: [...branch.files.keys()], folders: [...branch.folders.keys()] }),
    file(name) {
      const file = branch.files.get(name);
      if (file === undefined) throw new Error("There is no such file in the folder.");
      return open(file);
    },
    folder(name) {
      const inside = branch.folders.get(name);
      if (inside === undefined) throw new Error("There is no such folder in the folder.");
      return folderOf(name, inside, open);
    },
  };
}

function storedSource({ id, size }: ItemFile, { uploadId }: UploadFilesOptions, windows: StoredWindows): ByteSource {
  const key = uploadKey(uploadId, id);
  return {
    size: async () => size,
    read: (into, position) => windows.read(key, size, into, position),
    async close() {
      windows.forget(key);
    },
  };
}

/** Info files are small: read and decrypted as a whole, on first use. */
function encryptedSource(file: ItemFile, options: UploadFilesOptions): ByteSource {
  let opened: Promise<ByteSource> | null = null;
  const plain = () => {
    opened ??= decrypted(file, options).then(bytesSource);
    return opened;
  };
  return {
    size: async () => (await plain()).size(),
    read: async (into, position) => (await plain()).read(into, position),
    async close() {
      opened = null;
    },
  };
}

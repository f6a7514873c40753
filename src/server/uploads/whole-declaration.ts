/** What start_upload is told by its files alone, as the specification has it: the items follow from the paths. */
import { cnsDirectoryPrefix } from "../../domain/files/cns.ts";
import { fileKindOf } from "../../domain/files/upload-kinds.ts";
import type { BodyOf } from "../../protocol/route.ts";
import type { startUpload, UploadItem, UploadKind } from "../../protocol/uploads.ts";
import type { Declaration } from "./declaration.ts";

const itemNameOf = (path: string): string => path.split("/", 1)[0];

/** The kind of what paths begin with. A name of no kind is refused as a file that is none (`demandDeclaration`). */
function kindOf(name: string, isDirectory: boolean): UploadKind {
  if (!isDirectory) return fileKindOf(name) ?? "edf";
  return name.startsWith(cnsDirectoryPrefix) ? "cns" : "natus";
}

/** A declaration with every member; a file that begins with no item of the list has a position that there is not. */
export function wholeDeclaration({
  files,
  form = null,
  ...told
}: Omit<BodyOf<typeof startUpload>, "upload_id">): Declaration {
  const items = told.items ?? itemsOf(files.map(({ path }) => path));
  const positions = new Map(items.map(({ name }, k) => [name, k]));
  return {
    items,
    files: files.map(({ item, modified_at = null, ...file }) => ({
      ...file,
      item: item ?? positions.get(itemNameOf(file.path)) ?? items.length,
      modified_at,
    })),
    form,
  };
}

function itemsOf(paths: readonly string[]): UploadItem[] {
  const directories = new Map<string, boolean>();
  for (const path of paths) {
    const name = itemNameOf(path);
    directories.set(name, (directories.get(name) ?? false) || path !== name);
  }
  return [...directories].map(([name, isDirectory]) => ({ kind: kindOf(name, isDirectory), name, removed: [] }));
}

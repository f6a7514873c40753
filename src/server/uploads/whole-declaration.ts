/** What start_upload is told by its files alone, as the specification has it: the items follow from the paths. */
import { cnsDirectoryPrefix } from "../../domain/files/cns.ts";
import { fileKindOf } from "../../domain/files/upload-kinds.ts";
import type { BodyOf } from "../../protocol/route.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { pathNames, type startUpload, type UploadItem, type UploadKind } from "../../protocol/uploads.ts";
import { Refused } from "../platform/http/routes.ts";
import type { Declaration } from "./declaration.ts";

/** @throws Refused 400 for a file without a name */
function pathOf(file: BodyOf<typeof startUpload>["files"][number]): string {
  for (const name of pathNames) {
    const path = file[name];
    if (path !== undefined) return path;
  }
  throw new Refused(400, accountText.refused.badForm);
}

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
  const paths = files.map(pathOf);
  const items = told.items ?? itemsOf(paths);
  const positions = new Map(items.map(({ name }, k) => [name, k]));
  return {
    items,
    files: files.map(({ item, size, md5, modified_at = null }, k) => ({
      item: item ?? positions.get(itemNameOf(paths[k])) ?? items.length,
      path: paths[k],
      size,
      md5,
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

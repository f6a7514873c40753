/** Names of chosen files and folders: what can be stored of them, and words in them. */
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";
import { mostUploadFiles } from "../../protocol/uploads.ts";
import { isStorableName, isStorablePath } from "../files/upload-paths.ts";

const text = uploadRulesText;

/** As a name or path is sent: some systems store accents as characters of their own, which the server refuses. */
export const sentName = (name: string): string => name.normalize("NFC");

/** What is wrong with a file's own name, or null. */
export const fileNameProblem = (name: string): string | null =>
  isStorableName(sentName(name)) ? null : text.file.badName;

/** What is wrong with the paths of a folder's files that are to be sent, its own name in front, or null. */
export function folderProblem(paths: readonly string[]): string | null {
  if (paths.length === 0) return text.folder.empty;
  if (paths.length > mostUploadFiles) return text.folder.tooManyFiles(mostUploadFiles);
  const sent = paths.map(sentName);
  if (!sent.every(isStorablePath)) return text.folder.badNames;
  return new Set(sent.map((path) => path.toLowerCase())).size < sent.length ? text.folder.alikeNames : null;
}

/** Text as bytes in UTF-8, to be searched for words. */
export const nameBytes = (name: string): Uint8Array => new TextEncoder().encode(sentName(name));

/** check_cns_files, of names or of paths: whoever sends a folder has its files by their paths. */
import { checkCnsFiles } from "../../domain/files/cns.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import type { checkCns } from "../../protocol/uploads.ts";

export function checkSentCns({
  files,
  segment = null,
  is_segmented_root = false,
}: BodyOf<typeof checkCns>): AnswerOf<typeof checkCns> {
  const folder = folderOf(files);
  const names = files.map((file) => file.slice(folder.length));
  const { validFilenames, errors } = checkCnsFiles({
    files: names,
    segment: typeof segment === "string" && segment !== "" ? segment : null,
    is_segmented_root: is_segmented_root && segment !== true,
  });
  return { validFilenames: validFilenames.map((name) => folder + name), errors };
}

/** The one folder that all of these lie in: "Patient_1/Segment_2/". */
function folderOf([first = "", ...others]: readonly string[]): string {
  const folder = first.slice(0, first.lastIndexOf("/") + 1);
  return others.every((file) => file.startsWith(folder)) ? folder : "";
}

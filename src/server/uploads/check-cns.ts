/** check_cns_files, of names or of paths: whoever sends a folder has its files by their paths. */
import { setImmediate as others } from "node:timers/promises";
import { cnsFileChecks } from "../../domain/files/cns.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import type { checkCns } from "../../protocol/uploads.ts";

/** Others are answered meanwhile. */
export async function checkSentCns({
  files,
  segment = null,
  is_segmented_root = false,
}: BodyOf<typeof checkCns>): Promise<AnswerOf<typeof checkCns>> {
  const folder = folderOf(files);
  const steps = cnsFileChecks({
    files: files.map((file) => file.slice(folder.length)),
    segment: typeof segment === "string" && segment !== "" ? segment : null,
    is_segmented_root: is_segmented_root && segment !== true,
  });
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      const { validFilenames, errors } = step.value;
      return { validFilenames: validFilenames.map((name) => folder + name), errors };
    }
    await others();
  }
}

/** The one folder that all of these lie in: "Patient_1/Segment_2/". */
function folderOf([first = "", ...others]: readonly string[]): string {
  const folder = first.slice(0, first.lastIndexOf("/") + 1);
  return others.every((file) => file.startsWith(folder)) ? folder : "";
}

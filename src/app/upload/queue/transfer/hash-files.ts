/** The first stage: digests of everything that will be sent. */
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import type { SourceFile } from "../../types.ts";
import { sentBlob } from "../../worker/content.ts";
import { type Hasher, HasherBroken, Unreadable } from "../../worker/hasher.ts";
import { UploadFailed } from "./failures.ts";
import type { Stage } from "./stage.ts";

/** Files whose reading overlaps. */
const lanes = 4;
const { reasons } = uploadQueueText;

/** The reason for the user when a file could not be read or the worker broke; other errors as they are. */
export function unreadable(error: unknown, file: SourceFile): unknown {
  if (error instanceof Unreadable) return new UploadFailed(reasons.changed(file.chosenPath));
  return error instanceof HasherBroken ? new UploadFailed(reasons.noWorker) : error;
}

/**
 * Digests in the order of the files. `known`: those that need not be taken again.
 * @throws UploadFailed naming the file that cannot be read; the reason that the hasher was closed with
 */
export async function hashFiles(
  files: readonly SourceFile[],
  {
    hasher,
    stage,
    known = () => undefined,
  }: { hasher: Hasher; stage: Stage; known?: (file: SourceFile) => string | undefined },
): Promise<string[]> {
  const digests: string[] = [];
  let next = 0;
  const lane = async () => {
    while (next < files.length) {
      const position = next++;
      const file = files[position];
      const old = known(file);
      if (old === undefined) {
        const digest = hasher.digest(sentBlob(file.content), (bytes) => stage.addBytes(bytes));
        digests[position] = await digest.catch((error: unknown) => Promise.reject(unreadable(error, file)));
      } else {
        digests[position] = old;
        stage.addBytes(file.size);
      }
      stage.addFile();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return digests;
}

/** Reads files of annotations away from the page. */
import type { FileProblem, ReadFile } from "../../../../domain/annotations/exchange/file-rows.ts";
import { readAnnotationFile } from "./read-file.ts";

export interface ReadOrder {
  bytes: Uint8Array;
  timezone: string;
}

self.onmessage = async ({ data: { bytes, timezone } }: MessageEvent<ReadOrder>) => {
  self.postMessage((await readAnnotationFile(bytes, timezone)) satisfies ReadFile | FileProblem);
};

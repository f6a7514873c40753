/** Opens workbooks away from the page: what it takes to parse one is not known beforehand. */
import { openSheet, type SheetAnswer } from "./open-sheet.ts";

export interface SheetOrder {
  bytes: ArrayBuffer;
  isWhole: boolean;
}

self.onmessage = async ({ data }: MessageEvent<SheetOrder>) => {
  self.postMessage((await openSheet(data.bytes, data.isWhole)) satisfies SheetAnswer);
};

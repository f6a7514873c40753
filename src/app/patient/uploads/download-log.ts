/** Hands the log of an upload to the browser, as text files. */
import { getLogFiles } from "../../../protocol/uploads.ts";
import { call } from "../../session/index.ts";

/** Resolves with the number of files. */
export async function downloadLog(uploadId: number): Promise<number> {
  const { log_files } = await call(getLogFiles, { upload_id: uploadId });
  for (const { name, content } of log_files) {
    const url = URL.createObjectURL(new Blob([content], { type: "text/plain;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    // The browser has taken it by the next turn; the address is not needed any more.
    setTimeout(() => URL.revokeObjectURL(url), 0);
  }
  return log_files.length;
}

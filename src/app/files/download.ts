/** Downloads by the browser itself: what is large does not pass through the page. */
import { getDownloadAddress } from "../../protocol/files.ts";
import { filesText } from "../../protocol/text/files-text.ts";
import { call, reasonOnce } from "../session/index.ts";
import { alertUser } from "../shell/index.ts";

/** Asks for an address, which is good once and soon, and lets the browser follow it. Tells the user when there is none. */
export async function download(wanted: { project_id: number; patient_id: number; file_path: string }): Promise<void> {
  try {
    const { url, file_name } = await call(getDownloadAddress, wanted);
    const link = document.createElement("a");
    link.href = url;
    link.download = file_name;
    link.rel = "noreferrer";
    link.click();
  } catch (error) {
    await alertUser(reasonOnce(error), filesText.downloadFailed);
  }
}

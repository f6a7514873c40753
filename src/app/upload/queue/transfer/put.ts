/** One PUT to a signed address. XMLHttpRequest, because it tells how many bytes have left while a part is on its way. */
import type { PutAddress } from "../../../../protocol/uploads.ts";
import type { PutOptions } from "../tools.ts";

/** Nothing moved for so long: the connection is dead although nobody said so. A slow disk gets its time to store a part. */
const stalledMs = 120_000;
/** The browser writes them itself and complains about a page that tries. */
const ownHeaders = /^(content-length|host|expect)$/i;

/** Resolves with the status, 0 when there was no answer. @throws the signal's reason */
export function putBlob({ url, headers }: PutAddress, blob: Blob, { signal, onBytes }: PutOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    let told = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (loaded: number) => {
      onBytes(Math.min(loaded, blob.size) - told);
      told = Math.min(loaded, blob.size);
    };
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), stalledMs);
    };
    const abort = () => request.abort();
    request.upload.onprogress = ({ loaded }) => {
      watch();
      tell(loaded);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      const isStored = request.status >= 200 && request.status < 300;
      tell(isStored ? blob.size : 0);
      if (signal.aborted) reject(signal.reason);
      else resolve(request.status);
    };
    request.open("PUT", url);
    for (const [name, value] of Object.entries(headers))
      if (!ownHeaders.test(name)) request.setRequestHeader(name, value);
    signal.addEventListener("abort", abort);
    watch();
    request.send(blob);
  });
}

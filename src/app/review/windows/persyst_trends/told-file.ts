/** A file that is told of while it is made: lines of JSON before it say how far it is (`ToldExport`). */
import type { ToldExport } from "../../../../protocol/trend-export.ts";

export interface ToldFile {
  /** Takes the next bytes of the answer; they are kept, not copied. */
  take(bytes: Uint8Array<ArrayBuffer>): void;
  /** 0..1 while it is made; null once its bytes come. */
  readonly made: number | null;
  /** Of the file; `whole` is known once it is made. */
  readonly received: number;
  readonly whole: number | null;
  readonly parts: Uint8Array<ArrayBuffer>[];
  /** Why there is none, as the server says; null: nothing was said. */
  readonly refusal: string | null;
}

const newLine = 10;

export function createToldFile(): ToldFile {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let [made, whole, refusal]: [number | null, number | null, string | null] = [0, null, null];
  let received = 0;
  /** Of a line whose end is not here yet. */
  let begun: number[] = [];

  function read(said: ToldExport): void {
    if ("fraction" in said) made = said.fraction;
    else if ("bytes" in said) [made, whole] = [null, said.bytes];
    else refusal = said.errorMessage;
  }

  return {
    take(bytes) {
      let at = 0;
      while (whole === null && at < bytes.length) {
        const end = bytes.indexOf(newLine, at);
        begun.push(...bytes.subarray(at, end < 0 ? bytes.length : end));
        if (end < 0) return;
        read(JSON.parse(new TextDecoder().decode(Uint8Array.from(begun))) as ToldExport);
        begun = [];
        at = end + 1;
      }
      if (at >= bytes.length) return;
      parts.push(bytes.subarray(at));
      received += bytes.length - at;
    },
    get made() {
      return made;
    },
    get received() {
      return received;
    },
    get whole() {
      return whole;
    },
    parts,
    get refusal() {
      return refusal;
    },
  };
}

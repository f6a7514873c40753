/** Whether the time stamps of a file without gaps say of each record what its place says, and what is told where they do not (formats.md 1.3). */
import type { EdfHeader } from "./header.ts";
import { counted, type Repairs } from "./repairs.ts";

/** Takes the stamps of any records; seconds throughout. */
export class StampCheck {
  #contradicting = 0;
  #largest = 0;
  #untold = 0;

  /** `stamp`: NaN where the record has none that can be read. False where it does not say what is expected. */
  add(
    stamp: number,
    { record, expected, recordSeconds }: { record: number; expected: number; recordSeconds: number },
  ): boolean {
    if (Number.isNaN(stamp)) {
      // Of the first record firstStamp tells.
      if (record > 0) this.#untold++;
      return false;
    }
    const difference = Math.abs(stamp - expected);
    if (difference <= Math.max(0.002, recordSeconds * 0.01)) return true;
    this.#contradicting++;
    this.#largest = Math.max(this.#largest, difference);
    return false;
  }

  report({ format }: Pick<EdfHeader, "format">, repairs: Repairs): void {
    if (this.#untold > 0)
      repairs.add(
        `${counted(this.#untold, "record")} behind the first did not tell ${this.#untold === 1 ? "its" : "their"} start; the gap-free time that ${format} promises was used.`,
      );
    if (this.#contradicting === 0) return;
    const by = this.#largest.toLocaleString("en-US", { maximumFractionDigits: 3 });
    repairs.add(
      `The time stamps of ${counted(this.#contradicting, "record")} differ by up to ${by} s from the gap-free time that ${format} promises; the gap-free time was used.`,
    );
  }
}

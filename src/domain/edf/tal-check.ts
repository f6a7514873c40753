/** What is wrong with the annotation lists of a file, and what is kept of a text, within limits that a flood cannot exceed. */
import { counted, type Repairs } from "./repairs.ts";
import type { TalVisitor } from "./tal.ts";

const limits = { count: 500_000, bytesOfAll: 48 * 2 ** 20, bytesOfOne: 4096 };
const longestSeconds = 3_155_760_000;
/** Marks can stand before the start, but not by years. */
const earliestSeconds = -5 * 366 * 86_400;

export interface KeptText {
  /** Null where it cannot be read. */
  duration: number | null;
  text: Uint8Array;
}

export class TalCheck implements TalVisitor {
  #count = 0;
  #bytes = 0;
  #left = 0;
  #shortened = 0;
  #malformed = 0;
  #lenient = 0;
  #unreadDurations = 0;

  /** Null where nothing is kept of it. */
  keep(onset: number, duration: number, text: Uint8Array): KeptText | null {
    const kept = text.subarray(0, wholeCharacters(text, limits.bytesOfOne));
    if (onset < earliestSeconds || onset > longestSeconds) {
      this.#malformed++;
      return null;
    }
    if (this.#count >= limits.count || this.#bytes + kept.length > limits.bytesOfAll) {
      this.#left++;
      return null;
    }
    if (kept.length < text.length) this.#shortened++;
    this.#count++;
    this.#bytes += kept.length;
    const told = duration <= longestSeconds ? duration : null;
    if (told === null) this.#unreadDurations++;
    return { duration: told, text: kept };
  }

  text(onset: number, duration: number, text: Uint8Array): void {
    this.keep(onset, duration, text);
  }

  malformed(): void {
    this.#malformed++;
  }

  lenient(): void {
    this.#lenient++;
  }

  /** Whether there is nothing to tell so far. */
  get isSound(): boolean {
    return this.#left + this.#shortened + this.#malformed + this.#lenient + this.#unreadDurations === 0;
  }

  report(repairs: Repairs): void {
    if (this.#left > 0) {
      const kept = counted(this.#count, "annotation");
      repairs.add(`There are too many annotations: ${kept} were read, ${this.#left.toLocaleString("en-US")} left out.`);
    }
    if (this.#shortened > 0) {
      repairs.add(`Very long texts were shortened in ${counted(this.#shortened, "annotation")}.`);
    }
    if (this.#malformed > 0) {
      repairs.add(`Skipped as damaged: ${counted(this.#malformed, "annotation entry", "annotation entries")}.`);
    }
    if (this.#lenient > 0) {
      repairs.add(
        `Read though they lack a sign or digits, or have a comma: the times of ${counted(this.#lenient, "annotation list")}.`,
      );
    }
    if (this.#unreadDurations > 0) {
      const where =
        this.#unreadDurations === 1 ? "it stands at its start and says" : "they stand at their start and say";
      repairs.add(`The duration cannot be read in ${counted(this.#unreadDurations, "annotation")}; ${where} so.`);
    }
  }
}

/** `most`, or a little less where it would cut a character of UTF-8 in two, which would turn the whole text into Latin-1. */
function wholeCharacters(text: Uint8Array, most: number): number {
  let end = Math.min(most, text.length);
  if (end < text.length) for (let k = 0; k < 3 && (text[end] & 0xc0) === 0x80; k++) end--;
  return end;
}

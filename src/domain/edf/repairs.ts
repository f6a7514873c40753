/** Collects what was wrong with a file, one plain sentence each. Sentences never quote the patient or recording field. */
const namedAtMost = 5;
const keptAtMost = 100;
/** Beyond those that are kept. */
const countedAtMost = 1000;

export class Repairs {
  readonly #sentences = new Set<string>();
  readonly #others = new Set<string>();
  /** The first thing that was left out, where readers tell it apart: why nothing was left. */
  firstLeftOut: string | null = null;

  add(sentence: string): void {
    if (this.#sentences.has(sentence)) return;
    if (this.#sentences.size < keptAtMost) this.#sentences.add(sentence);
    else if (this.#others.size < countedAtMost) this.#others.add(sentence);
  }

  leftOut(sentence: string): void {
    this.firstLeftOut ??= sentence;
    this.add(sentence);
  }

  list(): string[] {
    const { size } = this.#others;
    if (size === 0) return [...this.#sentences];
    const many = `${size === countedAtMost ? "at least " : ""}${counted(size, "more thing was", "more things were")}`;
    return [...this.#sentences, `And ${many} repaired or left out.`];
  }
}

/** "1 record", "3 records"; `nouns` where the plural takes more than an s. */
export const counted = (n: number, noun: string, nouns = `${noun}s`) =>
  `${n.toLocaleString("en-US")} ${n === 1 ? noun : nouns}`;

/** Names signals by number and label: `signal 3 ("ECG"), signal 4 ("Resp") and 7 more`. */
export function nameSignals(signals: readonly { index: number; label: string }[]): string {
  const named = signals.slice(0, namedAtMost).map(({ index, label }) => `signal ${index + 1} ("${label}")`);
  const more = signals.length - named.length;
  if (more > 0) return `${named.join(", ")} and ${more} more`;
  return named.length < 2 ? named.join("") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}

/** Scripts that run from right to left, and marks that turn direction. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const isolates = /[\u2066-\u2069]/gu;

/**
 * What somebody typed, within a sentence of ours: where it runs from right to left, or turns direction, what stands around it stays as it is (an
 * isolate of Unicode's bidirectional algorithm). Any other text is given back as it is.
 */
export const apart = (typed: string): string =>
  turning.test(typed) ? `\u2068${typed.replace(isolates, "")}\u2069` : typed;

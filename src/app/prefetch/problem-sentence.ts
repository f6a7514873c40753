import { fileSize } from "../../domain/files/file-size.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import type { PrefetchProblem } from "./use-prefetch-state.ts";

const { problem: words } = prefetchText;

/** Number and unit stay on one line. */
const unbroken = (bytes: number): string => fileSize(bytes).replace(" ", "\u00a0");

/** What the modal 'There was a problem' says (spec 001 section 8, Loading and preload). `name`: of the file. */
export function problemSentence(problem: PrefetchProblem, name: string): string {
  if (problem.kind !== "space") return words[problem.kind];
  const { size, current, max } = problem;
  // Then unloading does not help.
  if (size > max) return words.tooLarge(name, unbroken(size), unbroken(max));
  return words.space(name, unbroken(size), unbroken(Math.max(0, max - current)));
}

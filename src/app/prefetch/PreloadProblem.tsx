import { fileSize } from "../../domain/file-size.ts";
import { prefetchText } from "../../protocol/prefetch-text.ts";
import { AlertDialog } from "../../ui/AlertDialog.tsx";
import type { PrefetchProblem } from "./use-prefetch-state.ts";

const { problem: words } = prefetchText;

export interface PreloadProblemProps {
  problem: PrefetchProblem;
  /** Of the file. */
  name: string;
  onRead: () => void;
}

/** The modal 'There was a problem' (spec 001 section 8, Loading and preload). */
export function PreloadProblem({ problem, name, onRead }: PreloadProblemProps) {
  return (
    <AlertDialog title={words.title} text={sentenceOf(problem, name)} closeLabel={words.ok} isOpen onClose={onRead} />
  );
}

function sentenceOf(problem: PrefetchProblem, name: string): string {
  if (problem.kind !== "space") return words[problem.kind];
  const { size, current, max } = problem;
  if (size > max) return words.tooLarge(name, fileSize(size), fileSize(max));
  return words.space(name, fileSize(size), fileSize(Math.max(0, max - current)));
}

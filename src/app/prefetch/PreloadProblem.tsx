import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { AlertDialog } from "../../ui/dialogs/AlertDialog.tsx";
import { problemSentence } from "./problem-sentence.ts";
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
    <AlertDialog
      title={words.title}
      text={problemSentence(problem, name)}
      closeLabel={words.ok}
      isOpen
      onClose={onRead}
    />
  );
}

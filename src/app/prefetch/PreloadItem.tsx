import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import { fileSize } from "../../domain/files/file-size.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { Progress } from "../../ui/notices/Progress.tsx";
import css from "./Preload.module.css";
import { type PrefetchState, prefetchMessage } from "./use-prefetch-state.ts";

/** The prefetch message as an item of the checklist, with a bar while the recording is being loaded (spec 001 section 2.3). */
export function PreloadItem({ state }: { state: PrefetchState }) {
  const { stage, progress, size } = state;
  const message = prefetchMessage(state);
  const Icon = stage === "finished" ? CircleCheck : stage === "start" ? CircleDashed : CircleAlert;
  const isLoading = stage === "start" && progress !== null && !progress.waiting;
  return (
    <li className={css.item} data-done={stage === "finished" || undefined}>
      <Icon size={16} aria-hidden />
      {isLoading ? (
        <Progress
          label={message}
          detail={size === null ? "" : prefetchText.message.loaded(fileSize(progress.prefetched_size), fileSize(size))}
          fraction={progress.percentage / 100}
          isEven
        />
      ) : (
        <span role="status">{message}</span>
      )}
    </li>
  );
}

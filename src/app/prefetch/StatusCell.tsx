import { Focusable } from "react-aria-components";
import type { PrefetchDirectory } from "../../protocol/prefetch.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { Badge, type BadgeProps } from "../../ui/notices/Badge.tsx";
import { WithTooltip } from "../../ui/notices/WithTooltip.tsx";
import css from "./Prefetch.module.css";
import { type FileState, fileState, statusText } from "./status.ts";

const tones: Readonly<Record<FileState, BadgeProps["tone"]>> = {
  failed: "danger",
  queued: "neutral",
  loading: "info",
  inUse: "success",
  idle: "neutral",
};

/** What a reserved file does. Why it cannot be unloaded, or was not loaded, is said to the pointer and to the focus. */
export function StatusCell({ file }: { file: PrefetchDirectory }) {
  const state = fileState(file);
  const status = statusText(file);
  const reasons = [
    ...(state === "failed" && file.error !== null ? [file.error] : []),
    ...(file.disabled ? [prefetchText.dialog.inUse] : []),
  ];
  const badge = <Badge tone={tones[state]}>{status}</Badge>;
  if (reasons.length === 0) return badge;
  const reason = reasons.join(" ");
  return (
    <WithTooltip hint={reason}>
      <Focusable>
        <span role="img" aria-label={`${status}. ${reason}`} className={css.status}>
          {badge}
          {state === "failed" ? <span className={css.reason}>{file.error}</span> : null}
        </span>
      </Focusable>
    </WithTooltip>
  );
}

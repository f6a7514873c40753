import { Focusable } from "react-aria-components";
import { WithTooltip } from "../../../ui/notices/WithTooltip.tsx";
import { MessageKindMark } from "./MessageKindMark.tsx";
import { shownMessage } from "./message.ts";
import css from "./Uploads.module.css";

/** The most recent message of an upload on one line. What is cut off can be read by pointing at it or by focus. */
export function MessageCell({ combined }: { combined: string }) {
  const { kind, short, whole } = shownMessage(combined);
  const mark = kind === null ? null : <MessageKindMark kind={kind} />;
  if (whole === null)
    return (
      <span className={css.message}>
        {mark}
        <span className={css.text}>{short}</span>
      </span>
    );
  return (
    <WithTooltip hint={whole}>
      <Focusable>
        <span role="img" aria-label={whole} className={css.message}>
          {mark}
          <span className={css.text}>{short}</span>
        </span>
      </Focusable>
    </WithTooltip>
  );
}

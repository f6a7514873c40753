import type { RecordingSummary } from "../../protocol/recordings.ts";
import { text } from "../../protocol/text.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { progressText } from "./format.ts";
import css from "./RecordingsPage.module.css";

/** Ready, how far an import is, or why it failed. */
export function StateCell({ recording }: { recording: RecordingSummary }) {
  const { state } = text.recordings;
  if (recording.state === "ready") return <Badge tone="success">{state.ready}</Badge>;
  if (recording.state === "importing")
    return <Progress label={state.importing} detail={progressText(recording)} fraction={recording.progress} />;
  return (
    <>
      <Badge tone="danger">{state.failed}</Badge>
      {recording.error === null ? null : <div className={css.error}>{recording.error}</div>}
    </>
  );
}

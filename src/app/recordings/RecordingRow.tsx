import type { RecordingSummary } from "../../protocol/recordings.ts";
import { text } from "../../protocol/text.ts";
import { durationText, fileSize, startText } from "./format.ts";
import { RecordingName } from "./RecordingName.tsx";
import css from "./RecordingsPage.module.css";
import { StateCell } from "./StateCell.tsx";

/** One recording of the list; its name opens it once it is ready. */
export function RecordingRow({ recording }: { recording: RecordingSummary }) {
  const isReady = recording.state === "ready";
  const known = (value: string) => (isReady ? value : text.recordings.none);
  return (
    <tr>
      <td>
        <RecordingName recording={recording} />
      </td>
      <td>{recording.patient_id || text.recordings.none}</td>
      <td className={css.time}>{known(startText(recording))}</td>
      <td className={css.right}>{known(durationText(recording))}</td>
      <td className={css.right}>{known(String(recording.channel_count))}</td>
      <td className={css.right}>{fileSize(recording.size_bytes)}</td>
      <td className={recording.state === "failed" ? css.wide : undefined}>
        <StateCell recording={recording} />
      </td>
      <td className={css.right}>{known(String(recording.gap_count))}</td>
      <td className={css.muted}>
        {known(text.recordings.notes(recording.annotation_count, recording.repair_count) || text.recordings.none)}
      </td>
    </tr>
  );
}

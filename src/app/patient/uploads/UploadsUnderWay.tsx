import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { UploadRow } from "../../../protocol/uploads.ts";
import { Progress } from "../../../ui/notices/Progress.tsx";
import { uploadTime } from "./columns.ts";
import { isUnderWay } from "./queries.ts";
import css from "./Uploads.module.css";
import { useUploadClock } from "./use-upload-clock.ts";

const { statuses, percent, progress: title, underWay } = uploadsTabText;

/** How far the uploads are that are being sent or read; nothing when there are none. */
export function UploadsUnderWay({ rows }: { rows: readonly UploadRow[] }) {
  const clock = useUploadClock();
  const live = rows.filter(({ status }) => isUnderWay(status));
  if (live.length === 0) return null;
  return (
    <section className={css.underWay} aria-label={underWay}>
      {live.map(({ upload_id, _timestamp, status, progress }) => (
        <Progress
          key={upload_id}
          label={title(uploadTime(_timestamp, clock))}
          detail={percent(statuses[status], Math.floor(progress * 100))}
          fraction={progress}
        />
      ))}
    </section>
  );
}

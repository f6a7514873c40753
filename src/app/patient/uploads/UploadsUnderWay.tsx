import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { UploadRow } from "../../../protocol/uploads.ts";
import { statusOf, uploadTime } from "./columns.ts";
import { isUnderWay } from "./queries.ts";
import { UploadProgress } from "./UploadProgress.tsx";
import css from "./Uploads.module.css";
import { useUploadClock } from "./use-upload-clock.ts";

const { percent, progress: title, underWay } = uploadsTabText;

/** How far the uploads are that are being sent or read; nothing when there are none. */
export function UploadsUnderWay({ rows }: { rows: readonly UploadRow[] }) {
  const clock = useUploadClock();
  const live = rows.filter(({ status }) => isUnderWay(status));
  if (live.length === 0) return null;
  return (
    <section className={css.underWay} aria-label={underWay}>
      {live.map((row) => (
        <UploadProgress
          key={row.upload_id}
          label={title(uploadTime(row._timestamp, clock))}
          detail={percent(statusOf(row), Math.floor(row.progress * 100))}
          upload={row}
        />
      ))}
    </section>
  );
}

import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { UploadRow } from "../../../protocol/uploads.ts";
import { Progress } from "../../../ui/notices/Progress.tsx";
import { useHours } from "../../documents/index.ts";
import { uploadTime } from "./columns.ts";
import { isUnderWay } from "./queries.ts";
import css from "./Uploads.module.css";

const { statuses, percent, progress: title, underWay } = uploadsTabText;

/** How far the uploads are that are being sent or read; nothing when there are none. */
export function UploadsUnderWay({ rows }: { rows: readonly UploadRow[] }) {
  const hours = useHours();
  const live = rows.filter(({ status }) => isUnderWay(status));
  if (live.length === 0) return null;
  return (
    <section className={css.underWay} aria-label={underWay}>
      {live.map(({ upload_id, _timestamp, status, progress }) => (
        <Progress
          key={upload_id}
          label={title(uploadTime(_timestamp, hours))}
          detail={percent(statuses[status], Math.floor(progress * 100))}
          fraction={progress}
        />
      ))}
    </section>
  );
}

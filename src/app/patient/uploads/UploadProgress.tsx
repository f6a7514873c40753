import { CirclePause } from "lucide-react";
import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { UploadRow } from "../../../protocol/uploads.ts";
import { Progress } from "../../../ui/notices/Progress.tsx";
import { uploadTime } from "./columns.ts";
import css from "./Uploads.module.css";
import { useUploadClock } from "./use-upload-clock.ts";

const { interrupted } = uploadsTabText;

export interface UploadProgressProps {
  label: string;
  /** "Uploading · 12 %" */
  detail: string;
  upload: Pick<UploadRow, "status" | "progress" | "silent_since" | "email">;
}

/** How far an upload is that is under way; of an interrupted transfer who can go on, and how. */
export function UploadProgress({
  label,
  detail,
  upload: { status, progress, silent_since, email },
}: UploadProgressProps) {
  const clock = useUploadClock();
  const since = silent_since === null ? null : uploadTime(silent_since, clock);
  return (
    <div>
      <Progress label={label} detail={detail} fraction={progress} />
      {since === null ? null : (
        <p className={css.interrupted}>
          <CirclePause size={15} aria-hidden />
          {status === "CREATED" ? interrupted.again(since, email) : interrupted.goOn(since, email)}
        </p>
      )}
    </div>
  );
}

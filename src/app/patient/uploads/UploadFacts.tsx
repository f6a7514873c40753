import type { AnswerOf } from "../../../protocol/route.ts";
import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { getUpload, UploadStatus } from "../../../protocol/uploads.ts";
import { Badge, type BadgeProps } from "../../../ui/notices/Badge.tsx";
import { statusOf, uploadTime } from "./columns.ts";
import { isUnderWay } from "./queries.ts";
import { UploadProgress } from "./UploadProgress.tsx";
import css from "./Uploads.module.css";
import { useUploadClock } from "./use-upload-clock.ts";

const { dialog: words } = uploadsTabText;

const tones: Readonly<Record<UploadStatus, BadgeProps["tone"]>> = {
  CREATED: "info",
  UPLOADING: "info",
  PROCESSING: "info",
  SUCCESS: "success",
  FAILED: "danger",
  CANCELED: "neutral",
};

export interface UploadFactsProps {
  upload: AnswerOf<typeof getUpload>;
  /** Of the uploader. */
  email: string;
}

/** Status, who, and the times of an upload; how far it is while it is under way. */
export function UploadFacts({ upload, email }: UploadFactsProps) {
  const { messages, status, created_at, finished_at, completed_at } = upload;
  const isSilent = upload.silent_since !== null;
  const name = statusOf(upload);
  const clock = useUploadClock();
  const warnings = messages.filter(({ kind }) => kind === "warning").length;
  const times = [
    [words.begun, created_at],
    [words.finished, finished_at],
    [words.completed, completed_at],
  ] as const;
  return (
    <section className={css.facts}>
      <dl>
        <div>
          <dt>{words.status}</dt>
          <dd>
            <Badge tone={isSilent ? "warning" : tones[status]}>{name}</Badge>{" "}
            {warnings === 0 ? null : <Badge tone="warning">{words.warnings(warnings)}</Badge>}
          </dd>
        </div>
        <div>
          <dt>{words.by}</dt>
          <dd>{email}</dd>
        </div>
        {times.map(([name, ms]) =>
          ms === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="numeric">{uploadTime(ms, clock)}</dd>
            </div>
          ),
        )}
      </dl>
      {isUnderWay(status) ? (
        <UploadProgress label={name} detail={`${Math.floor(upload.progress * 100)} %`} upload={{ ...upload, email }} />
      ) : null}
    </section>
  );
}

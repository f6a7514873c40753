import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { CircleAlert, Hourglass } from "lucide-react";
import { useCallback, useState } from "react";
import { defaultEegSpanMs } from "../../domain/durations.ts";
import { spanFromRequest } from "../../domain/view-span.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { text } from "../../protocol/text.ts";
import { Face } from "../../ui/Face.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { fileAnnotationsQuery, progressText, recordingQuery } from "../recordings/index.ts";
import { isNotFound } from "../session/index.ts";
import { Failed, NotFoundPage, useTitle } from "../shell/index.ts";
import type { ReviewSearch } from "../shell/review-search.ts";
import { LoadingScreen } from "./LoadingScreen.tsx";
import css from "./Review.module.css";
import { ReviewHeader } from "./ReviewHeader.tsx";
import { Workspace } from "./Workspace.tsx";

const noAnnotations: never[] = [];

/** Data review of one recording. */
export function ReviewPage() {
  // Two addresses lead here (spec 000 section 2): a short one, and one that also names patient, site and file.
  const { dataObjectId, dataObjectID = dataObjectId ?? "" } = useParams({ strict: false });
  const id = /^\d{1,15}$/.test(dataObjectID) ? Number(dataObjectID) : null;
  if (id === null) return <NotFoundPage title={text.notFound.recording} hint={text.notFound.recordingHint} />;
  return <ReviewOf key={id} id={id} />;
}

function ReviewOf({ id }: { id: number }) {
  const recording = useQuery(recordingQuery(id));
  // Not before the import ended: what it answers is kept.
  const annotations = useQuery({ ...fileAnnotationsQuery(id), enabled: recording.data?.state === "ready" });
  const search: ReviewSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const [isDetailsOpen, setDetailsOpen] = useState(false);
  const keepView = useCallback(
    (view: { start: number; span: number }) => {
      void navigate({
        to: ".",
        search: (before: ReviewSearch) => ({ ...before, ...view }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  useTitle(recording.data?.obj_name ?? null);
  if (isNotFound(recording.error))
    return <NotFoundPage title={text.notFound.recording} hint={text.notFound.recordingHint} />;
  const detail = recording.data;
  const error = recording.error ?? annotations.error;
  const isReady = detail?.state === "ready" && annotations.isSuccess;
  return (
    <div className={css.page}>
      <ReviewHeader recording={detail ?? null} onDetails={isReady ? () => setDetailsOpen(true) : undefined} />
      {error !== null ? (
        <Failed
          error={error}
          onTryAgain={() => {
            void recording.refetch();
            void annotations.refetch();
          }}
        />
      ) : detail !== undefined && detail.state !== "ready" ? (
        <NotReady recording={detail} />
      ) : !isReady ? (
        <LoadingScreen done={{ file: detail !== undefined, annotations: annotations.isSuccess, engine: false }} />
      ) : (
        <Workspace
          recording={detail}
          annotations={annotations.data.annotations ?? noAnnotations}
          wanted={wantedSpan(search, detail)}
          backend={search.backend}
          onViewSettled={keepView}
          isDetailsOpen={isDetailsOpen}
          onDetailsClosed={() => setDetailsOpen(false)}
        />
      )}
    </div>
  );
}

/** The view the address asks for; either part may be missing. */
function wantedSpan(search: { start?: number; span?: number }, { start_ms, end_ms }: RecordingDetail) {
  if (search.start === undefined && search.span === undefined) return null;
  const start = search.start ?? start_ms;
  return spanFromRequest(start, start + (search.span ?? defaultEegSpanMs), { startMs: start_ms, endMs: end_ms });
}

/** A recording that is still being imported, or never will be. */
function NotReady({ recording }: { recording: RecordingDetail }) {
  return recording.state === "importing" ? (
    <Face icon={Hourglass} title={text.review.importing} role="status">
      <Progress
        label={text.recordings.state.importing}
        detail={progressText(recording)}
        fraction={recording.progress}
      />
    </Face>
  ) : (
    <Face icon={CircleAlert} title={text.review.importFailed} role="alert">
      {recording.error === null ? null : <p>{recording.error}</p>}
    </Face>
  );
}

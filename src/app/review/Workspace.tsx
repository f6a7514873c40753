import "./vendor.css";
import { lazy, Suspense, useCallback } from "react";
import { Mosaic } from "react-mosaic-component";
import { centreOn } from "../../domain/view-span.ts";
import type { FileAnnotation, RecordingDetail } from "../../protocol/recordings.ts";
import { text } from "../../protocol/text.ts";
import type { TraceRenderer } from "../../render/types.ts";
import { useHours } from "./clock-setting.ts";
import css from "./Review.module.css";
import { moveView } from "./timeline/timeline.ts";
import { useKeeping } from "./use-kept.ts";
import type { Opened } from "./use-opened.ts";
import { WindowBoundary } from "./WindowBoundary.tsx";
import { EegMontage } from "./windows/eeg_montage/index.ts";

const RecordingDetails = lazy(async () => ({ default: (await import("./RecordingDetails.tsx")).RecordingDetails }));

export interface WorkspaceProps {
  recording: RecordingDetail;
  annotations: readonly FileAnnotation[];
  opened: Opened;
  backend: TraceRenderer["backend"] | undefined;
  /** The session or the permission has ended: the picture stands still. */
  isGone: boolean;
  isDetailsOpen: boolean;
  onDetailsClosed: () => void;
}

/** The display: the mosaic the windows stand in. */
export function Workspace(props: WorkspaceProps) {
  const { recording, annotations, opened, backend, isGone, isDetailsOpen, onDetailsClosed } = props;
  const hours = useHours();
  useKeeping(opened, isGone);
  const renderTile = useCallback(
    () => (
      <WindowBoundary>
        <EegMontage key={hours} window={opened.window} feedIdle={opened.feedIdle} backend={backend} isActive />
      </WindowBoundary>
    ),
    [opened, backend, hours],
  );
  return (
    <main className={css.stage} data-active aria-label={text.review.region}>
      <Mosaic<string> className="" initialValue="a" resize="DISABLED" renderTile={renderTile} />
      {isDetailsOpen ? (
        <Suspense>
          <RecordingDetails
            recording={recording}
            annotations={annotations}
            onClose={onDetailsClosed}
            onJump={(ms) => {
              moveView(opened.window.timeline, (span, file) => centreOn(span, file, ms));
              onDetailsClosed();
            }}
          />
        </Suspense>
      ) : null}
    </main>
  );
}

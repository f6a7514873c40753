import "./vendor.css";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { Mosaic } from "react-mosaic-component";
import type { Span } from "../../domain/view-span.ts";
import { centreOn } from "../../domain/view-span.ts";
import { createFeed, type Feed } from "../../feed/index.ts";
import type { FileAnnotation, RecordingDetail } from "../../protocol/recordings.ts";
import { text } from "../../protocol/text.ts";
import type { TraceRenderer } from "../../render/types.ts";
import { sessionToken, useSession, workspaceId } from "../session/index.ts";
import { LoadingScreen } from "./LoadingScreen.tsx";
import css from "./Review.module.css";
import { moveView } from "./timeline/timeline.ts";
import { syncAddress } from "./url-sync.ts";
import { WindowBoundary } from "./WindowBoundary.tsx";
import { createEegWindow, EegMontage, type EegWindow } from "./windows/eeg_montage/index.ts";

const RecordingDetails = lazy(async () => ({ default: (await import("./RecordingDetails.tsx")).RecordingDetails }));

export interface WorkspaceProps {
  recording: RecordingDetail;
  annotations: readonly FileAnnotation[];
  wanted: Span | null;
  backend: TraceRenderer["backend"] | undefined;
  onViewSettled: (view: { start: number; span: number }) => void;
  isDetailsOpen: boolean;
  onDetailsClosed: () => void;
}

interface Opened {
  window: EegWindow;
  feed: Feed;
  feedIdle: () => Promise<void>;
}

/** The display: one feed for all windows, and the mosaic they stand in. */
export function Workspace(props: WorkspaceProps) {
  const { recording, annotations, wanted, backend, onViewSettled, isDetailsOpen, onDetailsClosed } = props;
  const [opened, setOpened] = useState<Opened | null>(null);
  // The address says where to begin; afterwards the view leads and the address follows.
  const [first] = useState(wanted);
  useEffect(() => {
    const feed = createFeed({ token: sessionToken(), workspaceId: workspaceId() });
    const window = createEegWindow({ recording, annotations, feed, wanted: first });
    setOpened({ window, feed, feedIdle: () => feed.whenIdle() });
    const untie = syncAddress(window.timeline, onViewSettled);
    return () => {
      untie();
      window[Symbol.dispose]();
      feed[Symbol.dispose]();
    };
  }, [recording, annotations, first, onViewSettled]);
  const { token, workspaceId: workspace } = useSession();
  useEffect(() => opened?.feed.authorise({ token, workspaceId: workspace }), [opened, token, workspace]);
  const renderTile = useCallback(
    () =>
      opened === null ? (
        <div />
      ) : (
        <WindowBoundary>
          <EegMontage window={opened.window} feedIdle={opened.feedIdle} backend={backend} isActive />
        </WindowBoundary>
      ),
    [opened, backend],
  );
  if (opened === null) return <LoadingScreen done={{ file: true, annotations: true, engine: false }} />;
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

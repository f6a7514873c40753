import "./vendor.css";
import { lazy, Suspense, useCallback, useEffect } from "react";
import { Mosaic, type MosaicPath } from "react-mosaic-component";
import { useSnapshot } from "valtio";
import type { LayoutTree } from "../../domain/layout.ts";
import { centreOn } from "../../domain/time/view-span.ts";
import type { FileAnnotation, RecordingDetail } from "../../protocol/recordings.ts";
import { text } from "../../protocol/text/text.ts";
import type { TraceRenderer } from "../../render/types.ts";
import css from "./Review.module.css";
import { exposeTestHandle } from "./test-handle.ts";
import { moveView } from "./time/timeline.ts";
import { useKeeping } from "./use-kept.ts";
import { WindowTile } from "./WindowTile.tsx";
import type { ReviewWorkspace } from "./workspace.ts";

const RecordingDetails = lazy(async () => ({ default: (await import("./RecordingDetails.tsx")).RecordingDetails }));

export interface WorkspaceProps {
  recording: RecordingDetail;
  annotations: readonly FileAnnotation[];
  workspace: ReviewWorkspace;
  backend: TraceRenderer["backend"] | undefined;
  /** The session or the permission has ended: the picture stands still. */
  isGone: boolean;
  isDetailsOpen: boolean;
  onDetailsClosed: () => void;
}

/** The display: the mosaic the windows stand in. */
export function Workspace(props: WorkspaceProps) {
  const { recording, annotations, workspace, backend, isGone, isDetailsOpen, onDetailsClosed } = props;
  const { tree } = useSnapshot(workspace.display);
  useKeeping(workspace, isGone);
  useEffect(() => exposeTestHandle(workspace), [workspace]);
  const renderTile = useCallback(
    (area: string, path: MosaicPath) => <WindowTile area={area} path={path} workspace={workspace} backend={backend} />,
    [workspace, backend],
  );
  return (
    <main className={css.stage} aria-label={text.review.region}>
      <Mosaic<string>
        className=""
        value={tree as LayoutTree}
        onChange={() => {}}
        resize="DISABLED"
        renderTile={renderTile}
      />
      {isDetailsOpen ? (
        <Suspense>
          <RecordingDetails
            recording={recording}
            annotations={annotations}
            onClose={onDetailsClosed}
            onJump={(ms) => {
              const leader = workspace.leader();
              if (leader !== null) moveView(leader.window.timeline, (span, file) => centreOn(span, file, ms));
              onDetailsClosed();
            }}
          />
        </Suspense>
      ) : null}
    </main>
  );
}

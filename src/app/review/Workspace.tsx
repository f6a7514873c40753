import { fetched } from "../../ui/fetched.tsx";
import "./vendor.css";
import { type JSX, type ReactNode, useCallback, useEffect } from "react";
import { Mosaic, type MosaicNode, type MosaicPath } from "react-mosaic-component";
import { useSnapshot } from "valtio";
import { type LayoutGrid, type LayoutTree, lettersOf } from "../../domain/layout.ts";
import type { FileAnnotation, RecordingDetail } from "../../protocol/recordings.ts";
import { text } from "../../protocol/text/text.ts";
import type { TraceRenderer } from "../../render/types.ts";
import { contentId } from "../shell/index.ts";
import { useCoverageKeeping } from "./coverage/use-coverage-keeping.ts";
import { cssOf } from "./displays/css-grid.ts";
import { resizeByKeys } from "./displays/resize-keys.ts";
import { swapByDragging } from "./displays/swap-drag.ts";
import { jumpTo } from "./jump-to.ts";
import { keepFocus } from "./keep-focus.ts";
import { WindowLinksContext } from "./plot/TimeButtons.tsx";
import { useAdmission } from "./plot/use-admission.ts";
import css from "./Review.module.css";
import { useShortcutKeys } from "./shortcuts/use-shortcuts.ts";
import { tabByPlace } from "./tab-by-place.ts";
import { exposeTestHandle } from "./test-handle.ts";
import { useKeeping } from "./use-kept.ts";
import { WindowTile } from "./WindowTile.tsx";
import { isTree } from "./workspace.ts";
import type { ReviewWorkspace } from "./workspace-types.ts";

const RecordingDetails = fetched(
  async () => (await import("./RecordingDetails.tsx")).RecordingDetails,
  text.failed.notFetched,
);

/** The smallest window that a divider leaves (look.md, Layout measures); windows are drawn once, when it is let go. */
const dividers = { minimumPaneSizePx: 160, preview: true } as const;

export interface WorkspaceProps {
  recording: RecordingDetail;
  annotations: readonly FileAnnotation[];
  workspace: ReviewWorkspace;
  backend: TraceRenderer["backend"] | undefined;
  /** The session or the permission has ended: the picture stands still. */
  isGone: boolean;
  isDetailsOpen: boolean;
  onDetailsClosed: () => void;
  /** Stands where no display is shown. */
  empty: ReactNode;
}

/** The display: the mosaic the windows stand in. */
export function Workspace(props: WorkspaceProps) {
  const { recording, annotations, workspace, backend, isGone, isDetailsOpen, onDetailsClosed, empty } = props;
  const { isFixed, ...display } = useSnapshot(workspace.display);
  const layout = display.tree as LayoutTree | LayoutGrid | null;
  const { patient_id: patientId, patient_key: patientKey } = recording;
  const admission = useAdmission(patientKey);
  useEffect(() => {
    if (admission !== null) workspace.feed.admit(patientId, admission.isAdmitted);
  }, [workspace, patientId, admission]);
  useKeeping(workspace, isGone);
  useCoverageKeeping(recording, isGone);
  useShortcutKeys();
  useEffect(() => exposeTestHandle(workspace), [workspace]);
  useEffect(() => resizeByKeys(workspace), [workspace]);
  useEffect(() => keepFocus(workspace), [workspace]);
  useEffect(() => tabByPlace(workspace), [workspace]);
  useEffect(() => swapByDragging(workspace, "[data-part=window-title]"), [workspace]);
  const renderTile = useCallback(
    (area: string, path: MosaicPath) => <WindowTile area={area} path={path} workspace={workspace} backend={backend} />,
    [workspace, backend],
  );
  return (
    <WindowLinksContext value={workspace.links}>
      <main id={contentId} tabIndex={-1} className={css.stage} aria-label={text.review.region}>
        {layout === null ? (
          empty
        ) : isTree(layout) ? (
          <Tiles
            tree={layout}
            renderTile={renderTile}
            {...(isFixed ? {} : { onResized: (next: LayoutTree) => workspace.resize(next) })}
          />
        ) : (
          // A grid that no cuts make stands as it is: without dividers.
          <div className={css.grid} style={{ gridTemplate: cssOf(layout) }}>
            {lettersOf(layout).map((area) => (
              <div key={area} style={{ gridArea: area }}>
                <Tiles tree={area} renderTile={renderTile} />
              </div>
            ))}
          </div>
        )}
        {isDetailsOpen ? (
          <RecordingDetails
            recording={recording}
            annotations={annotations}
            onClose={onDetailsClosed}
            onJump={(ms) => {
              jumpTo(workspace, ms);
              onDetailsClosed();
            }}
          />
        ) : null}
      </main>
    </WindowLinksContext>
  );
}

interface TilesProps {
  tree: LayoutTree;
  renderTile: (area: string, path: MosaicPath) => JSX.Element;
  onResized?: (tree: LayoutTree) => void;
}

const nothing = () => {};

/** What a tree shows is one on the screen, however the mosaic writes it. */
function Tiles({ tree, renderTile, onResized }: TilesProps) {
  return (
    <Mosaic<string>
      className=""
      value={tree as MosaicNode<string>}
      onChange={nothing}
      onRelease={(next) => {
        if (next !== null) onResized?.(next as LayoutTree);
      }}
      resize={onResized === undefined ? "DISABLED" : dividers}
      renderTile={renderTile}
    />
  );
}

import { CircleAlert, PackageX } from "lucide-react";
import { useCallback, useMemo } from "react";
import type { MosaicPath } from "react-mosaic-component";
import { useSnapshot } from "valtio";
import { displayBarText } from "../../protocol/text/display-bar-text.ts";
import { text } from "../../protocol/text/text.ts";
import type { TraceRenderer } from "../../render/types.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Face } from "../../ui/notices/Face.tsx";
import { useHours } from "./clock-setting.ts";
import type { WindowSaving } from "./configure/window-saving.ts";
import { AreaChooser } from "./displays/AreaChooser.tsx";
import { WindowMover } from "./displays/WindowMover.tsx";
import { TileFrameContext, WindowFrame } from "./plot/WindowFrame.tsx";
import css from "./Review.module.css";
import { WindowBoundary } from "./WindowBoundary.tsx";
import { kindOf } from "./windows/catalogue.ts";
import { areasIn, isTree } from "./workspace.ts";
import type { ReviewWorkspace } from "./workspace-types.ts";

export interface WindowTileProps {
  area: string;
  path: MosaicPath;
  workspace: ReviewWorkspace;
  backend: TraceRenderer["backend"] | undefined;
}

/** One area of the display: its window, or why it is not there. A press or the focus makes it the active one. */
export function WindowTile({ area, path, workspace, backend }: WindowTileProps) {
  const { areas, active, isFixed, tree } = useSnapshot(workspace.display);
  const hours = useHours();
  const isActive = active === area;
  const onRenderer = useCallback(
    (renderer: TraceRenderer | null) => workspace.setRenderer(area, renderer),
    [workspace, area],
  );
  const saving = useMemo<WindowSaving>(
    () => ({
      hasDisplay: () => workspace.display.tree !== null,
      isKept: () => workspace.keeper?.isKept() ?? false,
      save: async () => workspace.keeper?.save(area),
    }),
    [workspace, area],
  );
  const activate = () => {
    if (workspace.display.active !== area) workspace.activate(area);
  };
  const here = areas[area];
  const opened = workspace.opened(area);
  const isFirst = workspace.leader() === opened;
  const onClose = isFixed || isFirst || !isTree(workspace.display.tree) ? undefined : () => workspace.close(area);
  const kind = here === undefined ? undefined : kindOf(here.document.componentId);
  const title = kind?.title ?? here?.document.componentId ?? "";
  const letters = areasIn({ tree: tree as typeof workspace.display.tree });
  const name = letters.length < 2 ? "" : displayBarText.swap.place(letters.indexOf(area) + 1, title);
  const frame = useMemo(
    () => ({ path, lead: <WindowMover area={area} workspace={workspace} />, name }),
    [path, area, workspace, name],
  );
  return (
    <TileFrameContext value={frame}>
      <div
        className={css.tile}
        data-active={isActive || undefined}
        data-area={area}
        onPointerDownCapture={activate}
        onFocusCapture={activate}
      >
        {opened !== null ? (
          <WindowBoundary>
            <opened.module.Body
              key={`${opened.serial} ${hours}`}
              window={opened.window}
              area={area}
              isActive={isActive}
              backend={backend}
              onRenderer={onRenderer}
              saving={saving}
              onClose={onClose}
            />
          </WindowBoundary>
        ) : here?.state === "empty" ? (
          <AreaChooser area={area} workspace={workspace} onClose={onClose} />
        ) : here === undefined || here.state === "loading" || here.state === "open" ? null : (
          <WindowFrame title={title} bar={null} onClose={onClose}>
            {here.state === "unknown" ? (
              <Face icon={PackageX} title={text.review.windowUnknown} />
            ) : (
              <Face icon={CircleAlert} title={text.review.windowNotFetched} role="alert">
                <Button onPress={() => workspace.tryAgain(area)}>{text.failed.tryAgain}</Button>
              </Face>
            )}
          </WindowFrame>
        )}
      </div>
    </TileFrameContext>
  );
}

import { LayoutDashboard } from "lucide-react";
import { useSnapshot } from "valtio";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { Select } from "../../../ui/fields/Select.tsx";
import { WindowFrame } from "../plot/WindowFrame.tsx";
import { catalogue, kindOf } from "../windows/catalogue.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import css from "./Displays.module.css";

export interface AreaChooserProps {
  area: string;
  workspace: ReviewWorkspace;
  onClose?: () => void;
}

/** Kinds of windows, as the chooser and the editor offer them. */
export const offeredKinds = () => catalogue.map(({ id, title }) => ({ id, name: title }));

/** An empty area: which window it gets (spec 2.7). */
export function AreaChooser({ area, workspace, onClose }: AreaChooserProps) {
  const { isFixed, areas } = useSnapshot(workspace.display);
  const isOnly = Object.keys(areas).length === 1;
  return (
    <WindowFrame title={displayBarText.editor.empty} bar={null} onClose={onClose}>
      <div className={css.chooser}>
        <LayoutDashboard size={24} aria-hidden />
        <Select
          label={displayBarText.choose}
          options={offeredKinds()}
          selected={null}
          placeholder={isFixed ? displayBarText.fixed : displayBarText.choose}
          isDisabled={isFixed}
          hint={isFixed || !isOnly ? undefined : displayBarText.moreWindows}
          onChoose={(id) => {
            const kind = kindOf(id);
            if (kind !== undefined) workspace.choose(area, kind);
          }}
        />
      </div>
    </WindowFrame>
  );
}

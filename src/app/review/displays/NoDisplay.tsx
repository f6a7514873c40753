import { LayoutDashboard } from "lucide-react";
import { useSnapshot } from "valtio";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Face } from "../../../ui/notices/Face.tsx";
import type { ReviewWorkspace } from "../workspace-types.ts";
import type { DisplayStore } from "./display-store.ts";
import { useDisplayActions } from "./use-display-actions.ts";

/** Stands where no display is shown, and says what to do (spec 2.4). */
export function NoDisplay({ store, workspace }: { store: DisplayStore; workspace: ReviewWorkspace }) {
  const { chosen, groups } = useSnapshot(store.state);
  const { isFixed } = useSnapshot(workspace.display);
  const actions = useDisplayActions(store, workspace);
  const group = groups.find(({ id }) => id === chosen?.group);
  if (group === undefined)
    return (
      <Face icon={LayoutDashboard} title={displayBarText.noGroupSelected}>
        <Button isDisabled={isFixed} onPress={() => void actions.addGroup()}>
          {displayBarText.addGroup}
        </Button>
      </Face>
    );
  const isUnreadable = group.layouts.some(({ id }) => id === chosen?.display);
  return (
    <Face icon={LayoutDashboard} title={isUnreadable ? displayBarText.unreadable : displayBarText.noDisplaySelected}>
      {group.layouts.length > 0 || !group.may_change || isFixed ? null : (
        <Button onPress={() => void actions.addDisplay(group.id)}>{displayBarText.addDisplay}</Button>
      )}
    </Face>
  );
}

import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { type DisplayGroup, displayLimits } from "../../../protocol/displays.ts";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { displaysText } from "../../../protocol/text/displays-text.ts";
import { documentsText } from "../../../protocol/text/documents-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { RefusedButton } from "../../../ui/buttons/RefusedButton.tsx";
import { WithTooltip } from "../../../ui/notices/WithTooltip.tsx";
import type { ReviewWorkspace } from "../workspace-types.ts";
import css from "./Displays.module.css";
import { DisplayTabs } from "./DisplayTabs.tsx";
import type { DisplayStore } from "./display-store.ts";
import { GroupButton } from "./GroupButton.tsx";
import { SavedState } from "./SavedState.tsx";
import { ShareButton } from "./ShareButton.tsx";
import { useDisplayActions } from "./use-display-actions.ts";
import { VisitedTab } from "./VisitedTab.tsx";
import type { Visited } from "./visited.ts";

export interface DisplayBarProps {
  store: DisplayStore;
  workspace: ReviewWorkspace;
  /** At the end of the bar. */
  children?: ReactNode;
}

/** The bar over the windows: which display group, its displays as tabs, and one more (spec 2.4). */
export function DisplayBar({ store, workspace, children }: DisplayBarProps) {
  const { status, failure, chosen, groups, visited } = useSnapshot(store.state);
  const { addDisplay, addGroup } = useDisplayActions(store, workspace);
  const { isFixed } = useSnapshot(workspace.display);
  const held = chosen === null ? undefined : groups.find(({ id }) => id === chosen.group);
  const group = held === undefined ? undefined : { ...held, may_change: held.may_change && !isFixed };
  return (
    <nav className={css.bar} aria-label={displayBarText.displays}>
      <GroupButton store={store} workspace={workspace} />
      {visited === null ? null : <VisitedTab store={store} workspace={workspace} visited={visited as Visited} />}
      {group === undefined ? (
        status === "failed" ? (
          <span role="alert" className={css.note}>
            {displayBarText.failed}
            <Button size="small" onPress={() => void store.reload()}>
              {displayBarText.tryAgain}
            </Button>
            <span className={css.reason}>{failure}</span>
          </span>
        ) : status === "ready" && groups.length === 0 && visited === null ? (
          <>
            <WithTooltip hint={displayBarText.unsavedHint}>
              <Button tone="quiet" size="small">
                <span className={css.unsaved}>
                  {displaysText.defaultDisplay} · {displayBarText.unsaved}
                </span>
              </Button>
            </WithTooltip>
            <Button size="small" isDisabled={isFixed} onPress={() => void addGroup()}>
              <Plus size={15} aria-hidden />
              {displayBarText.addGroup}
            </Button>
          </>
        ) : null
      ) : (
        <DisplayTabs
          store={store}
          workspace={workspace}
          group={group as DisplayGroup}
          chosen={visited === null ? (chosen?.display ?? null) : null}
        />
      )}
      {group === undefined ? null : group.may_change ? (
        group.layouts.length >= displayLimits.displays ? (
          <RefusedButton hint={displaysText.tooltip.tooManyDisplays} tone="quiet">
            <Plus size={16} aria-label={displayBarText.addDisplay} />
          </RefusedButton>
        ) : (
          <IconButton icon={Plus} label={displayBarText.addDisplay} onPress={() => void addDisplay(group.id)} />
        )
      ) : (
        <WithTooltip hint={isFixed ? displayBarText.fixed : documentsText.refused.notChangeable}>
          <Button tone="quiet" size="small">
            {displayBarText.viewOnly}
          </Button>
        </WithTooltip>
      )}
      <span className={css.space} />
      <SavedState
        store={store}
        isKept={visited === null && group?.may_change === true && (chosen?.display ?? null) !== null}
      />
      {children}
      <ShareButton store={store} workspace={workspace} />
    </nav>
  );
}

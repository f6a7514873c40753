import { X } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { viewerMoment } from "../../../domain/time/clock.ts";
import { sharedViewText } from "../../../protocol/text/shared-view-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { WithTooltip } from "../../../ui/notices/WithTooltip.tsx";
import { useHours } from "../clock-setting.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import css from "./Displays.module.css";
import type { DisplayStore } from "./display-store.ts";
import { useDisplayActions } from "./use-display-actions.ts";
import type { Visited } from "./visited.ts";

export interface VisitedTabProps {
  store: DisplayStore;
  workspace: ReviewWorkspace;
  visited: Visited;
}

/** Stands before the reader's own tabs while the view of a link is shown: whose it is, keeping it, and the way back. */
export function VisitedTab({ store, workspace, visited: { made_by, made_at, is_own } }: VisitedTabProps) {
  const { isFixed } = useSnapshot(workspace.display);
  const { keepVisited } = useDisplayActions(store, workspace);
  const [isKeeping, setKeeping] = useState(false);
  const at = viewerMoment(made_at, useHours());
  const whose = is_own ? sharedViewText.ownLink : sharedViewText.shared(made_by);
  return (
    <section aria-label={whose} className={css.visited}>
      <WithTooltip hint={is_own ? sharedViewText.ownHint(at) : sharedViewText.sharedHint(made_by, at)}>
        <Button tone="quiet" size="small">
          <span className={css.whose}>{whose}</span> · {sharedViewText.notSaved}
        </Button>
      </WithTooltip>
      <Button
        size="small"
        isDisabled={isKeeping || isFixed}
        onPress={async () => {
          setKeeping(true);
          await keepVisited();
          setKeeping(false);
        }}
      >
        {sharedViewText.keep}
      </Button>
      <IconButton icon={X} label={sharedViewText.leave} onPress={() => store.leaveVisited()} />
    </section>
  );
}

/** What the active window can do by a key: each window says it while it is the active one. */
import { useEffect } from "react";
import type { ActionId } from "../../../domain/shortcuts/actions.ts";
import { shortcutText } from "../../../protocol/text/shortcut-text.ts";
import { isLive, type Timeline } from "../time/timeline.ts";

export type Actions = Partial<Record<ActionId, () => void>>;

export interface WindowActions {
  /** Of its kind. */
  readonly title: string;
  readonly timeline: Timeline;
  readonly actions: Actions;
  /** Why nothing can be marked over what it shows; null, or absent: it can. */
  readonly whyNoMarks?: () => string | null;
  /** It shows no time itself: what is marked lies in the linked window that was hovered last, and is named by that. */
  readonly showsNoTime?: boolean;
}

/** What moves or plays a window: one that is locked to the latest data does none of it. */
const moving: ReadonlySet<ActionId> = new Set([
  ...(["next_page", "previous_page", "next_half_page", "previous_half_page", "step_forward", "step_back"] as const),
  ...(["go_to_start", "go_to_end", "go_to_time", "next_event", "previous_event", "play_pause"] as const),
  ...(["next_unreviewed", "loop_event", "loop_page", "stop_loop"] as const),
]);

let active: WindowActions | null = null;

/** Of the active window; null: none is open, or it has no keys. */
export const activeWindow = (): WindowActions | null => active;

/** Why the window does not do what it could at other times; null: it does. */
export const windowReason = ({ timeline }: WindowActions, id: ActionId): string | null =>
  moving.has(id) && isLive(timeline) ? shortcutText.palette.live : null;

/** Gives keys and commands what a window can do, while it is the active one and has a picture; null: nothing. */
export function useWindowActions(isActive: boolean, own: WindowActions | null): void {
  // After each drawing: its functions are those of this one.
  useEffect(() => {
    if (!isActive || own === null) return;
    active = own;
    return () => {
      if (active === own) active = null;
    };
  });
}

/** Which channels a reader sees, as annotations call them. */
import { channelName } from "../../../domain/annotations/channel-name.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";

/** Channels by name; or why there are none to choose, in a sentence; null: there is no window to go by. */
export type VisibleTraces = readonly string[] | { readonly why: string } | null;

/**
 * The channels of the review's file that the rows of the window with the keys are made of, each once; null: there is none to go by,
 * as no window is open there, or its rows are all of other files (spec 001 section 2.21, 'Select visible traces only').
 */
export function visibleChannels(workspace: Pick<ReviewWorkspace, "display" | "opened" | "recording">): VisibleTraces {
  const own = workspace.recording.data_object_id;
  const window = workspace.opened(workspace.display.active)?.window;
  if (window?.noVisibleTraces !== undefined) return { why: window.noVisibleTraces };
  const rows = window?.maskedRows() ?? [];
  const inputs = rows.flat().filter(({ dataObjectId }) => dataObjectId === own);
  return inputs.length === 0 ? null : [...new Set(inputs.map(({ label }) => channelName(label)))];
}

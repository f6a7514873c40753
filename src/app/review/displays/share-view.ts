/** A link to what is on the screen. */
import { createSharedView } from "../../../protocol/shared-views.ts";
import { displaysText } from "../../../protocol/text/displays-text.ts";
import { sharedViewText } from "../../../protocol/text/shared-view-text.ts";
import { call } from "../../session/index.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import { displayNow } from "./display-now.ts";
import type { DisplayStore } from "./display-store.ts";

export interface SharedLink {
  readonly address: string;
  /** Epoch ms. */
  readonly expiresAtMs: number;
}

/**
 * Keeps the display as it stands and resolves with the link to it. The address says of the patient only which recording it is.
 * @throws Error where there is no display, and as `call`
 */
export async function shareView(workspace: ReviewWorkspace, store: DisplayStore): Promise<SharedLink> {
  const { visited, chosen } = store.state;
  const shown = visited?.display ?? (chosen === null ? undefined : store.display(chosen));
  const display = displayNow(workspace, shown?.name ?? displaysText.defaultDisplay);
  if (display === null) throw new Error(sharedViewText.nothing);
  const carried = workspace.carried();
  const areas = display.areas.map((each) => ({ ...each, props: { ...each.props, ...carried[each.area] } }));
  const { spans, active } = workspace.snapshot();
  const { data_object_id } = workspace.recording;
  const addressed = workspace.addressed();
  const { key, expires_at } = await call(createSharedView, {
    data_object_id,
    display: { ...display, areas },
    spans: Object.entries(spans).map(([area, { startMs, endMs }]) => ({ area, start_ms: startMs, end_ms: endMs })),
    active: active ?? display.areas[0].area,
  });
  const search = new URLSearchParams();
  if (addressed !== null) {
    const { timeline } = addressed.window;
    if (addressed.area !== undefined) search.set("window", addressed.area);
    search.set("start", String(Math.round(timeline.startMs)));
    search.set("span", String(Math.round(timeline.endMs - timeline.startMs)));
  }
  search.set("view", key);
  return { address: `${location.origin}/review/${data_object_id}?${search}`, expiresAtMs: expires_at };
}

/** False where the browser does not let the page copy. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // refused, or a page that is not served securely has no clipboard
  }
}

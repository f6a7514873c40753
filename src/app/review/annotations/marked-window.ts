/** Over what the key of a custom annotation marks. */
import type { WindowActions } from "../shortcuts/window-actions.ts";
import { hoveredMs, hoveredPicture } from "../time/link-group.ts";
import type { MarkersDeps } from "./markers.ts";

/** What the window with the keys shows, or, of one that shows no time, what was hovered last. */
export function markedWindow({
  title,
  timeline: { link },
  whyNoMarks,
  showsNoTime,
}: WindowActions): ReturnType<MarkersDeps["active"]> {
  if (showsNoTime !== true) return { title, hoveredMs: () => hoveredMs(link), whyNot: () => whyNoMarks?.() ?? null };
  const picture = hoveredPicture(link);
  return {
    title: picture?.title ?? title,
    hoveredMs: () => (picture === null ? null : hoveredMs(link)),
    whyNot: () => picture?.whyNoMarks?.() ?? null,
  };
}

/** What time is counted where the view does not lie on whole pages of its length. Pure. */
import type { Span } from "../../../../domain/time/view-span.ts";
import { pagesTouching } from "../../chart/view-pages.ts";

/** All of the pages that a view touches, as far as the file reaches; null where that is what is in view. */
export function countedBeyond(view: Span, file: Span): Span | null {
  const pages = pagesTouching(view, file.startMs);
  const startMs = Math.max(file.startMs, pages[0].startMs);
  const endMs = Math.min(file.endMs, pages[pages.length - 1].endMs);
  return startMs < view.startMs - 1 || endMs > view.endMs + 1 ? { startMs, endMs } : null;
}

/** What moves the time of any window by a key: pages, zoom, ends, playback and the field "Go to". */
import { createAnnotationWalk } from "../../../domain/annotations/annotation-walk.ts";
import { eventToLoop } from "../../../domain/annotations/event-to-loop.ts";
import { goToEnd, goToStart, type Span, scrollBy, turnPage, zoom } from "../../../domain/time/view-span.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { playbackText } from "../../../protocol/text/playback-text.ts";
import { toast } from "../../../ui/notices/toasts.ts";
import type { DrawnAnnotations } from "../annotations/types.ts";
import { goToUnreviewed } from "../coverage/go-to-unreviewed.ts";
import type { Actions } from "../shortcuts/window-actions.ts";
import { cursorMs, pointAt, stepCursor } from "../time/link-group.ts";
import { playOrSay } from "../time/play-or-say.ts";
import {
  fileOf,
  loopSpan,
  measureHere,
  moveView,
  showSpan,
  spanOf,
  stopLoop,
  type Timeline,
} from "../time/timeline.ts";

const secondMs = 1000;
/** Of the page. */
const cursorStep = 0.01;

/** Annotations of the window's recording; `isShown`: absent where they always are. */
export interface WalkedWindow extends Pick<DrawnAnnotations, "table"> {
  isShown?(): boolean;
}

/** Actions by id (`domain/shortcuts/actions.ts`); a kind adds its own. */
export function timeActions(
  timeline: Timeline,
  { table, isShown = () => true }: WalkedWindow,
  onGoTo: () => void,
): Actions {
  const turn = (pages: number) => () => moveView(timeline, (span, file) => turnPage(span, file, pages));
  const zoomBy = (direction: -1 | 1) => () => moveView(timeline, (span, file) => zoom(span, file, direction));
  const step = (ms: number) => () => moveView(timeline, (span, file) => scrollBy(span, file, ms));
  const walk = createAnnotationWalk(table);
  const walkOn = (direction: -1 | 1) => () => {
    const found = !isShown() ? null : walk(spanOf(timeline), fileOf(timeline), direction);
    if (found !== null) showSpan(timeline, found);
    else if (!isShown()) toast.say(annotationText.noneHere);
    else if (table.inOrder().length === 0) toast.say(annotationText.noneLoaded);
    else toast.say(direction > 0 ? annotationText.noneLater : annotationText.noneEarlier);
  };
  const loop = (span: Span | null) => {
    if (span === null) toast.error(playbackText.loop.noEvent);
    else if (!loopSpan(timeline, span)) toast.error(playbackText.loop.cannot);
  };
  return {
    loop_event: () => loop(!isShown() ? null : eventToLoop(table, spanOf(timeline), cursorMs(timeline.link))),
    loop_page: () => loop(spanOf(timeline)),
    stop_loop: () => stopLoop(timeline.link),
    next_unreviewed: () => goToUnreviewed(timeline),
    next_event: walkOn(1),
    previous_event: walkOn(-1),
    measure: () => measureHere(timeline),
    cursor_forward: () => stepOrTurn(timeline, cursorStep),
    cursor_back: () => stepOrTurn(timeline, -cursorStep),
    next_page: turn(1),
    previous_page: turn(-1),
    next_half_page: turn(0.5),
    previous_half_page: turn(-0.5),
    step_forward: step(secondMs),
    step_back: step(-secondMs),
    go_to_time: onGoTo,
    zoom_in: zoomBy(-1),
    zoom_out: zoomBy(1),
    play_pause: () => playOrSay(timeline),
    go_to_start: () => moveView(timeline, goToStart),
    go_to_end: () => moveView(timeline, goToEnd),
  };
}

/** The cursor goes on over the edge of a page: the page is turned, and it stands at the same time on the other side. */
function stepOrTurn(timeline: Timeline, share: number): void {
  const { link, startMs, endMs } = timeline;
  if (stepCursor(link, timeline, share)) return;
  const edgeMs = share > 0 ? endMs : startMs;
  moveView(timeline, (span, file) => turnPage(span, file, Math.sign(share)));
  pointAt(link, timeline, (edgeMs - timeline.startMs) / (timeline.endMs - timeline.startMs));
}

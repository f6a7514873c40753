/** A page that failed says so in its place; it is being retried. */
import type { FeedStatus } from "../../../feed/types.ts";
import { setText } from "./axis-strip.ts";
import type { GridView } from "./grid-view.ts";

/** Shows one message per failed stretch of the view, inside `layer`. */
export function drawFailures(layer: HTMLElement, failed: FeedStatus["failed"], view: GridView, ratio: number): void {
  const visible = failed.filter(
    ({ startSample, endSample }) => endSample > view.startSample && startSample < view.endSample,
  );
  while (layer.childElementCount > visible.length) layer.lastElementChild?.remove();
  while (layer.childElementCount < visible.length) layer.append(document.createElement("div"));
  const x = (sample: number) => (sample - view.startSample) / view.samplesPerPixel / ratio;
  visible.forEach(({ startSample, endSample, message }, k) => {
    const element = layer.children[k] as HTMLElement;
    setText(element, message);
    const from = x(Math.max(startSample, view.startSample));
    const to = x(Math.min(endSample, view.endSample));
    element.style.transform = `translateX(${from.toFixed(1)}px)`;
    element.style.maxWidth = `${Math.max(to - from, 80).toFixed(1)}px`;
  });
}

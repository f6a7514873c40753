/** A page that failed says so in its place; it is being retried. */
import { setText } from "./axis-strip.ts";
import type { SourcePicture } from "./plot-content.ts";

/** Room that a message takes at least, CSS px. */
const leastPx = 80;

/** Shows one message per failed stretch of the view, inside `layer`; what several sources say of one place stands there once. */
export function drawFailures(layer: HTMLElement, sources: readonly SourcePicture[], ratio: number): void {
  const placed: { from: number; to: number; message: string }[] = [];
  for (const { source, view } of sources) {
    const x = (sample: number) => (sample - view.startSample) / view.samplesPerPixel / ratio;
    for (const { startSample, endSample, message } of source.feedWindow.status.failed) {
      if (endSample <= view.startSample || startSample >= view.endSample) continue;
      const from = x(Math.max(startSample, view.startSample));
      const to = x(Math.min(endSample, view.endSample));
      const same = placed.find((one) => one.message === message && Math.abs(one.from - from) < leastPx);
      if (same === undefined) placed.push({ from, to, message });
      else same.to = Math.max(same.to, to);
    }
  }
  while (layer.childElementCount > placed.length) layer.lastElementChild?.remove();
  while (layer.childElementCount < placed.length) layer.append(document.createElement("div"));
  placed.forEach(({ from, to, message }, k) => {
    const element = layer.children[k] as HTMLElement;
    setText(element, message);
    element.style.setProperty("--at", `${from.toFixed(1)}px`);
    element.style.setProperty("--room", `${leastPx}px`);
    element.style.maxWidth = `${Math.max(to - from, leastPx).toFixed(1)}px`;
  });
}

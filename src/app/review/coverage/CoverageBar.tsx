import { useEffect, useRef } from "react";
import { subscribe } from "valtio";
import type { Span } from "../../../domain/time/view-span.ts";
import type { CoverageDepth } from "../../../protocol/coverage.ts";
import { onPixelRatio } from "../../../ui/pixel-ratio.ts";
import { onThemeChange } from "../../../ui/theme.ts";
import css from "./Coverage.module.css";
import { useCoverageChoice } from "./coverage-choice.ts";
import { useCoverage } from "./coverage-now.ts";
import type { CoverageChoice, CoverageStore } from "./coverage-store.ts";

/** Opacity of what was passed by. */
const alphas: Readonly<Record<CoverageDepth, number>> = { skimmed: 0.35, reviewed: 1 };

/** A thin bar under the track: what was reviewed, lighter what was passed by. What is not known is dashed. */
export function CoverageBar({ file, startMs }: { file: Span; startMs: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const store = useCoverage();
  const choice = useCoverageChoice();
  const isShown = store !== null && choice.show !== "hidden";
  useEffect(() => {
    const element = canvas.current;
    if (element === null || store === null || !isShown) return;
    const drawNow = () => draw(element, store, choice, file, startMs);
    const resized = new ResizeObserver(drawNow);
    resized.observe(element);
    const unties = [subscribe(store.state, drawNow), onThemeChange(drawNow), onPixelRatio(drawNow)];
    drawNow();
    return () => {
      resized.disconnect();
      for (const untie of unties) untie();
    };
  }, [store, choice, isShown, file, startMs]);
  return isShown ? <canvas ref={canvas} className={css.bar} data-part="coverage" aria-hidden /> : null;
}

function draw(
  canvas: HTMLCanvasElement,
  store: CoverageStore,
  choice: CoverageChoice,
  file: Span,
  startMs: number,
): void {
  canvas.dataset.phase = store.state.phase;
  const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
  const height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null || store.state.phase !== "ready") return;
  context.fillStyle = getComputedStyle(canvas).color;
  const at = (second: number) =>
    Math.round(((startMs + second * 1000 - file.startMs) / Math.max(file.endMs - file.startMs, 1)) * width);
  for (const depth of ["skimmed", "reviewed"] as const) {
    const set = store.seconds(choice, depth);
    context.globalAlpha = alphas[depth];
    for (let k = 0; k < set.length; k += 2) {
      const from = at(set[k]);
      context.clearRect(from, 0, Math.max(1, at(set[k + 1]) - from), height);
      context.fillRect(from, 0, Math.max(1, at(set[k + 1]) - from), height);
    }
  }
}

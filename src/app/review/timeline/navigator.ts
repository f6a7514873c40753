/** Draws the navigator from the frame loop: box, targets, ticks, tooltip. React only gives it its elements. */
import { subscribe } from "valtio";
import type { Clock } from "../../../domain/time/clock.ts";
import { navigatorTicks } from "../../../domain/time/time-axis.ts";
import { lengthOf } from "../../../domain/time/view-span.ts";
import { frameLoop } from "../../../render/index.ts";
import { onPixelRatio } from "../../../ui/pixel-ratio.ts";
import { onThemeChange } from "../../../ui/theme.ts";
import { coverageTip } from "../coverage/coverage-tip.ts";
import { fileOf, type Timeline } from "../time/timeline.ts";
import { layNavigator } from "./navigator-geometry.ts";
import { drawSkipped, drawTrack, type ShownSize, type TrackContents } from "./navigator-marks.ts";
import { followPointer, type NavigatorElements } from "./navigator-pointer.ts";
import { marksTip } from "./navigator-tip.ts";

/** The tooltip hides this long after the pointer rested (spec 001 section 9). */
const tipMs = 1000;
/** Values read out by assistive technology follow the view no faster than this. */
const ariaMs = 100;
/** Half the width of a character of the tick labels, CSS px. */
const halfCharacterPx = 3.4;

export interface NavigatorParts extends NavigatorElements {
  readonly marks: HTMLCanvasElement;
  readonly skipped: HTMLCanvasElement;
  readonly view: HTMLElement;
  readonly ticks: HTMLElement;
  readonly tip: HTMLElement;
}

/** CSS px in steps that nobody sees: what did not move by one is not laid out anew in every frame of a playback. */
const inQuarters = (px: number) => `${Math.round(4 * px) / 4}px`;

export interface Navigator {
  setContents(contents: TrackContents): void;
  dispose(): void;
}

/** Brings a navigator to life. */
export function createNavigator(parts: NavigatorParts, timeline: Timeline, clock: Clock): Navigator {
  const { root, track, marks, view, ticks, tip, parts: grips } = parts;
  let file = fileOf(timeline);
  /** Of the track and the canvases on it, CSS px; 0 until the browser tells it: asked for it has to lay the page out at once. */
  let width = 0;
  let height = 0;
  const shownSize = (): ShownSize => ({ width, height, ratio: devicePixelRatio });
  let contents: TrackContents = { file, recordingStartMs: file.startMs, signal: null, annotations: null };
  let unfollow = () => {};
  let ariaAt = 0;
  let skippedAt = 0;
  let drawnSkipped = timeline.skipped;
  let areMarksDue = false;

  const place = (element: HTMLElement, { x, width: px }: { x: number; width: number }) => {
    element.style.left = inQuarters(x);
    element.style.width = inQuarters(px);
  };
  const describe = (now: number) => {
    if (now - ariaAt < ariaMs && timeline.isPlaying) return;
    ariaAt = now;
    const values = { start: timeline.startMs, window: timeline.startMs, end: timeline.endMs };
    for (const part of ["start", "window", "end"] as const) {
      grips[part].setAttribute("aria-valuenow", String(Math.round((values[part] - file.startMs) / 1000)));
      grips[part].setAttribute("aria-valuetext", clock.dateTime(values[part]));
    }
  };
  const placeAll = () => {
    const length = Math.max(lengthOf(file), 1);
    const laid = layNavigator(
      (timeline.startMs - file.startMs) / length,
      (timeline.endMs - file.startMs) / length,
      width,
    );
    place(view, laid.view);
    for (const part of ["start", "window", "end"] as const) place(grips[part], laid[part]);
  };
  const slot = frameLoop.register((now) => {
    if (width === 0) return false;
    placeAll();
    describe(now);
    if (areMarksDue) {
      areMarksDue = false;
      drawTrack(marks, contents, shownSize());
    }
    if (drawnSkipped !== timeline.skipped && (now - skippedAt >= ariaMs || !timeline.isPlaying)) {
      skippedAt = now;
      drawSkips();
    }
    return false;
  });

  function drawSkips(): void {
    drawnSkipped = timeline.skipped;
    drawSkipped(parts.skipped, file, drawnSkipped, shownSize());
  }

  function drawStill(): void {
    if (width === 0) return;
    drawSkips();
    drawTrack(marks, contents, shownSize());
    ticks.replaceChildren(
      ...navigatorTicks(file, clock, width).flatMap(({ timeMs, label }) => {
        // The strip is 8 px wider than the track on either side; a label that would still be cut is left out.
        const x = ((timeMs - file.startMs) / lengthOf(file)) * width;
        const half = label.length * halfCharacterPx - 8;
        if (x < half || x > width - half) return [];
        const tick = document.createElement("span");
        tick.textContent = label;
        tick.style.left = `${8 + x}px`;
        return [tick];
      }),
    );
  }

  let tipTimer: ReturnType<typeof setTimeout> | undefined;
  const hideTip = () => tip.removeAttribute("data-shown");
  const showTip = (event: PointerEvent) => {
    const { left } = track.getBoundingClientRect();
    const x = Math.min(Math.max(event.clientX - left, 0), width);
    const atMs = file.startMs + (x / Math.max(width, 1)) * lengthOf(file);
    const marked = timeline.link.state.marked?.spans ?? [];
    const { skipped } = timeline;
    const msPerPx = lengthOf(file) / Math.max(width, 1);
    tip.textContent =
      clock.dateTime(atMs) + marksTip({ contents, skipped, marked, atMs, msPerPx }) + coverageTip(atMs, clock);
    tip.setAttribute("data-shown", "");
    const half = tip.offsetWidth / 2;
    tip.style.transform = `translateX(${Math.min(Math.max(x - half, 0), Math.max(0, width - 2 * half))}px)`;
    clearTimeout(tipTimer);
    tipTimer = setTimeout(hideTip, tipMs);
  };
  root.addEventListener("pointermove", showTip);
  root.addEventListener("pointerleave", hideTip);

  const resized = new ResizeObserver(() => {
    width = track.clientWidth;
    height = track.clientHeight;
    if (width === 0) return;
    drawStill();
    // Before this frame is shown.
    placeAll();
    slot.invalidate();
  });
  resized.observe(track);
  const unties = [
    subscribe(timeline, () => slot.invalidate(), true),
    onThemeChange(drawStill),
    onPixelRatio(drawStill),
    followPointer(parts, timeline),
  ];
  return {
    setContents(next) {
      contents = next;
      unfollow();
      const { annotations } = next;
      if (annotations !== null) {
        const changed = () => {
          areMarksDue = true;
          slot.invalidate();
        };
        const unties = [annotations.state, annotations.event.state].map((each) => subscribe(each, changed, true));
        unfollow = () => {
          for (const untie of unties) untie();
        };
      }
      file = next.file;
      drawStill();
      slot.invalidate();
    },
    dispose() {
      resized.disconnect();
      clearTimeout(tipTimer);
      root.removeEventListener("pointermove", showTip);
      root.removeEventListener("pointerleave", hideTip);
      for (const untie of unties) untie();
      unfollow();
      slot[Symbol.dispose]();
    },
  };
}

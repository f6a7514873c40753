/** The calibration mark in the right margin: always to scale. */
import { calibrationMark } from "../../../../domain/display.ts";
import { setText } from "./axis-strip.ts";

/** Room for the mark in the margin, CSS px. */
const room = { width: 44, height: 96 };

/** Draws the mark; `pixelsPerSecond` in CSS px. */
export function drawCalibration(element: HTMLElement, sensitivity: number, pixelsPerSecond: number): void {
  const { microVolts, heightPx, seconds, widthPx } = calibrationMark(sensitivity, pixelsPerSecond, room);
  const [volts, bar, time] = element.children as unknown as [HTMLElement, HTMLElement, HTMLElement];
  setText(volts, microVolts >= 1000 ? `${microVolts / 1000} mV` : `${microVolts} \u00b5V`);
  setText(time, durationText(seconds));
  bar.style.height = `${heightPx.toFixed(1)}px`;
  bar.style.width = `${widthPx.toFixed(1)}px`;
}

function durationText(seconds: number): string {
  if (seconds >= 3600) return `${seconds / 3600} h`;
  if (seconds >= 60) return `${seconds / 60} min`;
  return seconds >= 1 ? `${seconds} s` : `${Math.round(seconds * 1000)} ms`;
}

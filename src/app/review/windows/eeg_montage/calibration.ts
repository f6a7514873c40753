/** The calibration marks in the right margin, of EEG and of auxiliary rows: always to scale. */
import { type CalibrationMark, calibrationMark } from "../../../../domain/display.ts";
import { setText } from "./axis-strip.ts";
import type { Drawn } from "./drawn.ts";
import type { Sensitivities } from "./trace-view.ts";

/** Room for the marks in the margin, CSS px. */
const room = { width: 44, height: 96 };
const auxRoom = { width: 44, height: 48 };
const oneMilliVolt = 1000;

/** Draws the marks of the rows that there are; `pixelsPerSecond` in CSS px. */
export function drawCalibrations(
  element: HTMLElement,
  { channels }: Drawn,
  { eeg, aux }: Sensitivities,
  pixelsPerSecond: number,
): void {
  const [eegMark, auxMark] = element.children as unknown as [HTMLElement, HTMLElement];
  auxMark.hidden = !channels.some(({ side }) => side === "aux");
  eegMark.hidden = channels.length > 0 && channels.every(({ side }) => side === "aux");
  if (!eegMark.hidden) drawMark(eegMark, calibrationMark(eeg, pixelsPerSecond, room));
  if (!auxMark.hidden) drawMark(auxMark, calibrationMark(aux, pixelsPerSecond, auxRoom, oneMilliVolt));
}

function drawMark(element: HTMLElement, { microVolts, heightPx, seconds, widthPx }: CalibrationMark): void {
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

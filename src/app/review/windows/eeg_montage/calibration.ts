/** The calibration marks in the right margin, of EEG and of auxiliary rows: always to scale. */
import {
  type CalibrationMark,
  calibrationMark,
  isReadInMilliVolts,
  type Sensitivities,
} from "../../../../domain/montage/display.ts";
import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import type { AuxRowKind } from "../../../../domain/montage/electrodes.ts";
import { text } from "../../../../protocol/text/text.ts";
import { setHidden, setText } from "../../plot/axis-strip.ts";
import { auxKindsOf } from "../../rows/drawn.ts";

/** Room for the marks in the margin, CSS px: a mark takes 28 of words besides, 34 with the space to the one above. */
const room = { width: 44, height: 96 };
const mostAuxHeight = 48;
const leastHeight = 12;
const wordsHeight = 34;
const oneMilliVolt = 1000;

export interface MarkRoom {
  /** CSS px, as is the height of the plot. */
  readonly pixelsPerSecond: number;
  readonly pixelsPerMm: number;
  readonly heightPx: number;
}

export type DrawCalibrations = (drawn: Drawn, sensitivities: Sensitivities, room: MarkRoom) => void;

/** The marks of a window in `element`; what is drawn already costs a playing view nothing. */
export function createCalibrations(element: HTMLElement): DrawCalibrations {
  let last: Drawn | null = null;
  let lastKey = "";
  return (drawn, sensitivities, room) => {
    const { pixelsPerSecond, pixelsPerMm, heightPx } = room;
    // The length of a view that moves is not the same to the last bit.
    const key = `${pixelsPerSecond.toFixed(3)} ${pixelsPerMm} ${heightPx} ${Object.values(sensitivities)}`;
    if (drawn === last && key === lastKey) return;
    last = drawn;
    lastKey = key;
    drawCalibrations(element, drawn, sensitivities, room);
  };
}

/** Draws a mark for each sensitivity of the rows that there are; kinds that share one share it, under their names. */
function drawCalibrations(
  element: HTMLElement,
  drawn: Drawn,
  sensitivities: Sensitivities,
  { heightPx, ...scale }: MarkRoom,
): void {
  const [eegMark, ...auxMarks] = element.children as unknown as [HTMLElement, ...HTMLElement[]];
  const groups = auxGroups(auxKindsOf(drawn), sensitivities);
  // In a plot that is lower than a mark and its words there is none.
  const eegHeight = Math.min(room.height, heightPx - wordsHeight);
  const isLow = eegHeight < leastHeight;
  setHidden(eegMark, isLow || (groups.length > 0 && drawn.channels.every(({ kind }) => kind !== "eeg")));
  if (!eegMark.hidden) drawMark(eegMark, "", calibrationMark(sensitivities.eeg, scale, { ...room, height: eegHeight }));
  const left = heightPx - (eegMark.hidden ? 0 : room.height + wordsHeight);
  const height = Math.max(leastHeight, Math.min(mostAuxHeight, left / groups.length - wordsHeight));
  auxMarks.forEach((mark, k) => {
    setHidden(mark, isLow || k >= groups.length);
    if (mark.hidden) return;
    const [kind] = groups[k];
    const names = groups.length > 1 ? groups[k].map((each) => text.window.kinds[each]).join(" ") : "";
    const wanted = isReadInMilliVolts(kind) ? oneMilliVolt : undefined;
    drawMark(mark, names, calibrationMark(sensitivities[kind], scale, { ...room, height }, wanted));
  });
}

/** Kinds that are drawn alike and read in one unit stand together. */
function auxGroups(kinds: readonly AuxRowKind[], sensitivities: Sensitivities): AuxRowKind[][] {
  const groups = new Map<string, AuxRowKind[]>();
  for (const kind of kinds) {
    const key = `${sensitivities[kind]} ${isReadInMilliVolts(kind)}`;
    groups.set(key, [...(groups.get(key) ?? []), kind]);
  }
  return [...groups.values()];
}

function drawMark(element: HTMLElement, names: string, mark: CalibrationMark): void {
  const { microVolts, heightPx, seconds, widthPx } = mark;
  const [kinds, volts, bar, time] = element.children as unknown as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  setText(kinds, names);
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

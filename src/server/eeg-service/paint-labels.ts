/** The names of the rows of a montage, each at the height of its trace in an image of the same height. */
import { fractionOf, type LabelLook, labelLook } from "../../domain/montage/row-layout.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { imageColours } from "./colours.ts";
import { blankPicture, bytesOf, type Picture } from "./draw-frame.ts";
import { type Colour, drawText, fittingText, textWidth } from "./glyphs.ts";
import { montageNamed, rowsOf } from "./page-plan.ts";
import type { LabelsOrder } from "./service.ts";

/** Between a name and the traces, CSS px. */
const marginPx = 6;

/** Smaller letters are not read: what does not fit then is cut. CSS px */
const leastFontPx = 6;

/** How names are set in a column so wide: whole, if need be in smaller letters, where low rows have two columns. CSS px */
export function namesLook(names: readonly string[], rowHeightPx: number, roomPx: number): LabelLook {
  const look = labelLook(rowHeightPx);
  if (look.columns === 1) return look;
  const widest = Math.max(...names.map((name) => textWidth(name, 1)), 0);
  const [two, one] = [look, { fontPx: rowHeightPx - 1, columns: 1 as const }].map(({ fontPx, columns }) => ({
    ...{ columns, every: look.every, fontPx: Math.min(fontPx, roomPx / columns / Math.max(widest, Number.MIN_VALUE)) },
  }));
  const larger = one.fontPx > Math.max(two.fontPx, leastFontPx) ? one : two;
  return { ...larger, fontPx: Math.max(leastFontPx, larger.fontPx) };
}

/** Null: there is no such montage. Rows whose electrodes the recording lacks are named in grey and struck through. */
export function paintLabels(recording: RecordingDetail, order: LabelsOrder): Picture | null {
  const found = montageNamed(recording, order.montage);
  if (found === null) return null;
  const { width, height, ratio = 1 } = order;
  const colours = imageColours[order.theme ?? "light"];
  const picture = blankPicture(width, height, colours.plot.background);
  const { channels, layout } = rowsOf(found.group, found.montage);
  const names = channels.map(({ name }) => name);
  const look = namesLook(names, height / ratio / layout.inView, width / ratio - marginPx);
  const sizePx = look.fontPx * ratio;
  channels.forEach(({ name, side, missing }, k) => {
    if (k % look.every > 0) return;
    const room = (width - marginPx * ratio) / look.columns;
    const right = look.columns === 2 && k % 2 === 1 ? room : width - marginPx * ratio;
    const text = fittingText(name, sizePx, room);
    const taken = textWidth(text, sizePx);
    const colour = bytesOf(missing.length > 0 ? colours.flagged : colours.sides[side]);
    const y = fractionOf(layout, layout.centres[k], 0) * height;
    drawText(picture, text, { x: right - taken, y, sizePx, colour });
    if (missing.length > 0) strike(picture, right - taken, right, y, Math.max(1, Math.round(ratio)), colour);
  });
  return picture;
}

function strike(
  { pixels, width, height }: Picture,
  from: number,
  to: number,
  y: number,
  thick: number,
  colour: Colour,
): void {
  for (let row = Math.max(0, Math.floor(y)); row < Math.min(height, Math.floor(y) + thick); row++)
    for (let x = Math.max(0, Math.floor(from)); x < Math.min(width, Math.ceil(to)); x++)
      pixels.set(colour, 4 * (row * width + x));
}

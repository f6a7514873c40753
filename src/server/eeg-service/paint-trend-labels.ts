/** Titles of the rows of the panel of trends, and the labels of their axes: two pictures for beside an image of the same height. */
import { fitPanel } from "../../picture/trends/lay-panel.ts";
import { panelRows } from "../../picture/trends/panel.ts";
import { ticksOf, unitOf } from "../../picture/trends/row-axis.ts";
import { sideNames } from "../../protocol/text/trend-text.ts";
import { imageColours } from "./colours.ts";
import { blankPicture, bytesOf, type Picture } from "./draw-frame.ts";
import { type Colour, drawText, fittingText, textWidth } from "./glyphs.ts";
import type { TrendLabelsOrder } from "./service.ts";

/** CSS px. */
const titlePx = 10;
const linePx = 12;
const labelPx = 9;
const marginPx = 4;

interface Word {
  readonly text: string;
  readonly colour: Colour;
}

export function paintTrendLabels(order: TrendLabelsOrder): { titles: Picture; labels: Picture } {
  const { width, label_width, height, ratio = 1 } = order;
  const colours = imageColours[order.theme ?? "light"];
  const { background } = colours.plot;
  const titles = blankPicture(width, height, background);
  const labels = blankPicture(label_width, height, background);
  const [ink, axis] = [bytesOf(colours.ink), bytesOf(colours.axis)];
  const places = fitPanel(panelRows, height / ratio);
  panelRows.forEach((row, k) => {
    const { top, height: rowPx } = places[k];
    const words: Word[] = [
      ...row.title.split(" ").map((text) => ({ text, colour: ink })),
      ...(row.side === null ? [] : [{ text: sideNames[row.side], colour: bytesOf(colours.sides[row.side]) }]),
      ...(unitOf(row) === "" ? [] : [{ text: unitOf(row), colour: axis }]),
    ];
    const lines = linesOf(words, titlePx * ratio, width - 2 * marginPx * ratio);
    const shown = lines.slice(0, Math.max(1, Math.floor(rowPx / linePx)));
    for (const [at, line] of shown.entries())
      drawWords(titles, line, { y: (top + (at + 0.5) * linePx) * ratio, ratio });
    // Labels stay within their row, and where it is too low for all only those of its ends.
    for (const { share, label } of ticksOf(row)) {
      if (share > 0.1 && share < 0.9 && rowPx < 3 * labelPx) continue;
      const middle = top + Math.min(rowPx - labelPx / 2, Math.max(labelPx / 2, (1 - share) * rowPx));
      const sizePx = labelPx * ratio;
      const text = fittingText(label, sizePx, label_width - marginPx * ratio);
      const x = label_width - marginPx * ratio - textWidth(text, sizePx);
      drawText(labels, text, { x, y: middle * ratio, sizePx, colour: axis });
    }
  });
  return { titles, labels };
}

/** Words in lines of at most this width; one that is longer is cut. */
function linesOf(words: readonly Word[], sizePx: number, roomPx: number): Word[][] {
  const lines: Word[][] = [];
  const space = textWidth(" ", sizePx);
  let left = 0;
  for (const { text: whole, colour } of words) {
    const text = fittingText(whole, sizePx, roomPx);
    const taken = textWidth(text, sizePx);
    if (lines.length === 0 || taken + space > left) {
      lines.push([{ text, colour }]);
      left = roomPx - taken;
    } else {
      lines[lines.length - 1].push({ text, colour });
      left -= taken + space;
    }
  }
  return lines;
}

function drawWords(picture: Picture, words: readonly Word[], { y, ratio }: { y: number; ratio: number }): void {
  const sizePx = titlePx * ratio;
  let x = marginPx * ratio;
  for (const { text, colour } of words) {
    drawText(picture, text, { x, y, sizePx, colour });
    x += textWidth(`${text} `, sizePx);
  }
}

/** What a time series window brings to its plot: a graph a channel, each as high as its values in view (algorithms.md 3). */
import { subscribe } from "valtio";
import { unitName } from "../../../../domain/montage/display.ts";
import { bareLabel } from "../../../../domain/montage/montage.ts";
import { autoRange, type ValueRange, valueText } from "../../../../domain/montage/value-axis.ts";
import { parseColour } from "../../../../render/index.ts";
import type { Rgba, TraceRow } from "../../../../render/types.ts";
import { onThemeChange } from "../../../../ui/theme.ts";
import { setText } from "../../plot/axis-strip.ts";
import { valueAt } from "../../plot/nearest-trace.ts";
import type { ContentOptions, DrawnPicture, Picture, PlotContent } from "../../plot/plot.ts";
import { extremesInView } from "./extremes.ts";
import { graphRow } from "./graphs.ts";
import type { SeriesWindow } from "./series-window.ts";

const black: Rgba = [0, 0, 0, 1];

/** `axis`: an element for each graph, with parts "max", "min" and "value". */
export function createSeriesContent(
  window: SeriesWindow,
  axis: HTMLElement,
  { invalidate }: ContentOptions,
): PlotContent {
  let colours: Rgba[] = [];
  let ranges: (ValueRange | null)[] = [];
  const readColours = () => {
    colours = [...axis.children].map((element) => parseColour(getComputedStyle(element).color) ?? black);
  };
  readColours();
  const unties = [
    subscribe(window.props, invalidate, true),
    onThemeChange(() => {
      readColours();
      invalidate();
    }),
  ];
  const channelOf = (row: number) => {
    const drawn = window.drawn();
    return drawn === null ? null : drawn.group.channels[drawn.channels[row]];
  };

  return {
    asked: () => window.drawn(),
    rows({ tiles, view, size }: Picture): TraceRow[] {
      const count = window.drawn()?.channels.length ?? 0;
      ranges = Array.from({ length: count }, (_, row) => {
        const found = extremesInView(tiles, row, view);
        return found === null ? null : autoRange(found);
      });
      return ranges.flatMap((range, row) =>
        range === null ? [] : graphRow({ row, count, range, size, colour: colours[row] ?? black }),
      );
    },
    reading({ row, min, max }) {
      const channel = channelOf(row);
      const range = ranges[row];
      if (!channel || !range) return null;
      const [low, high] = [valueText(min, range), valueText(max, range)];
      return {
        name: bareLabel(channel.label),
        value: `${low === high ? low : `${low} to ${high}`} ${unitName(channel.unit)}`,
      };
    },
    drawn(picture) {
      ranges.forEach((range, row) => {
        const element = axis.children[row] as HTMLElement | undefined;
        if (element !== undefined) drawAxis(element, range, picture, row);
      });
    },
    [Symbol.dispose]() {
      for (const untie of unties) untie();
    },
  };
}

/** The ends of the axis, and the value under the cursor wherever the pointer is. Unknown ones are blank. */
function drawAxis(element: HTMLElement, range: ValueRange | null, { cursorSample, tiles }: DrawnPicture, row: number) {
  const [, max, value, min] = element.children as unknown as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  setText(max, range === null ? "" : valueText(range.max, range));
  setText(min, range === null ? "" : valueText(range.min, range));
  const here = cursorSample === null || range === null ? null : valueAt(tiles, row, cursorSample);
  const said = here === null || range === null ? "" : [here.min, here.max].map((each) => valueText(each, range));
  setText(value, said === "" ? "" : said[0] === said[1] ? said[0] : `${said[0]} to ${said[1]}`);
}

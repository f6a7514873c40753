/** What values are compared with, as it is chosen and said. */
import { durationName, durationReadout } from "../../../../domain/time/durations.ts";
import { trendName } from "../../../../protocol/text/trend-text.ts";
import type { TrendBaseline } from "../../../../protocol/trends.ts";
import { noMark } from "./baseline-mark.ts";
import { isLongEnough } from "./stored.ts";
import { type TrendsWindow, viewInFile } from "./trends-window.ts";
import { words } from "./words.ts";

export interface BaselineChoice {
  readonly id: "first" | "mark" | "view" | "kept";
  readonly name: string;
}

/** As it is used: the span that was taken, or why there is none; by trend where these differ. */
export function baselineName(window: TrendsWindow): string {
  const { clock, data } = window;
  const chosen = window.baseline();
  const name =
    chosen === null
      ? words.baseline.first
      : words.baseline.chosen(clock.dateTime(chosen.startMs), clock.dateTime(chosen.endMs));
  const usedText = ({ state, start_ms, end_ms, valid_ms }: TrendBaseline): string => {
    if (state === "none") return `${name} (${words.baseline.none})`;
    if (state === "waiting" || start_ms === null || end_ms === null) return `${name} (${words.baseline.waiting})`;
    const span = words.baseline.chosen(clock.dateTime(start_ms), clock.dateTime(end_ms));
    return words.baseline.used(
      name,
      chosen === null ? span : null,
      valid_ms % 60_000 === 0 ? durationName(valid_ms) : durationReadout(valid_ms),
    );
  };
  // Each trend of each side has epochs of its own that are valid.
  const trendsOf = new Map<string, string[]>();
  for (const { trend, side, baseline } of data.baselines()) {
    const said = usedText(baseline);
    trendsOf.set(said, [...(trendsOf.get(said) ?? []), trendName(trend, side)]);
  }
  if (trendsOf.size === 0) return name;
  if (trendsOf.size === 1) return [...trendsOf.keys()][0];
  return [...trendsOf].map(([said, trends]) => words.baseline.ofTrends(trends.join(", "), said)).join("; ");
}

export function baselineChoices(window: TrendsWindow): readonly BaselineChoice[] {
  const { clock } = window;
  const chosen = window.baseline();
  const name = isLongEnough(viewInFile(window)) ? words.baseline.view : words.baseline.viewShort;
  return [
    { id: "first", name: words.baseline.first },
    ...(chosen === null
      ? []
      : [
          {
            id: "kept",
            name: words.baseline.chosen(clock.dateTime(chosen.startMs), clock.dateTime(chosen.endMs)),
          } as const,
        ]),
    { id: "mark", name: words.baseline.markSpan },
    { id: "view", name },
  ];
}

/** Takes a choice; a view that is too short changes nothing. */
export function chooseBaseline(window: TrendsWindow, id: string): void {
  Object.assign(window.mark, { ...noMark, isOn: id === "mark" });
  if (id === "first") window.setBaseline(null);
  if (id !== "view") return;
  const span = viewInFile(window);
  if (isLongEnough(span)) window.setBaseline({ ...span, dataObjectId: window.recording.data_object_id });
}

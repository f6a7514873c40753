/** What values are compared with, as it is chosen and said. */
import { durationName } from "../../../../domain/time/durations.ts";
import { isLongEnough } from "./stored.ts";
import { type TrendsWindow, viewInFile } from "./trends-window.ts";
import { words } from "./words.ts";

export interface BaselineChoice {
  readonly id: "first" | "view" | "kept";
  readonly name: string;
}

/** As it is used: the span that was taken, or why there is none. */
export function baselineName(window: TrendsWindow): string {
  const { clock, data } = window;
  const used = data.baseline();
  const chosen = window.baseline();
  const name =
    chosen === null
      ? words.baseline.first
      : words.baseline.chosen(clock.dateTime(chosen.startMs), clock.dateTime(chosen.endMs));
  if (used === null) return name;
  if (used.state === "none") return `${name} (${words.baseline.none})`;
  if (used.state === "waiting" || used.start_ms === null || used.end_ms === null)
    return `${name} (${words.baseline.waiting})`;
  const span = words.baseline.chosen(clock.dateTime(used.start_ms), clock.dateTime(used.end_ms));
  return words.baseline.used(name, chosen === null ? span : null, durationName(used.valid_ms));
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
    { id: "view", name },
  ];
}

/** Takes a choice; a view that is too short changes nothing. */
export function chooseBaseline(window: TrendsWindow, id: string): void {
  if (id === "first") window.setBaseline(null);
  if (id !== "view") return;
  const span = viewInFile(window);
  if (isLongEnough(span)) window.setBaseline({ ...span, dataObjectId: window.recording.data_object_id });
}

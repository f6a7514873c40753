/** What a run was told, of the JSON that its file holds (the nodes' arguments: src/domain/pipelines/nodes.ts), in words. */
import type { Clock } from "../../../domain/time/clock.ts";
import { durationName } from "../../../domain/time/durations.ts";
import { graphsText } from "../../../protocol/text/graphs-text.ts";

const said = graphsText.stored.parameters;

const ofUs = (us: number) => durationName(us / 1000);
const fromStart = (us: number) => (us === 0 ? null : { duration: ofUs(Math.abs(us)), isBefore: us < 0 });
const filters = { lff: "LFF", hff: "HFF", notch: "Notch" } as const;

/** "window 5 min, every 1 min". What has no words is said as the file has it: nothing is left out. */
export function storedParameters(json: string, clock: Pick<Clock, "dateTime">): string {
  const args = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const isEpoching = "epoching_type" in args;
  const parts = Object.entries(args).flatMap(([name, value]) =>
    name === "epoching_type" && value === "sliding_window" ? [] : wordsOf(name, value, isEpoching, clock),
  );
  return parts.length === 0 ? graphsText.none : parts.join(", ");
}

function wordsOf(name: string, value: unknown, isEpoching: boolean, clock: Pick<Clock, "dateTime">): string {
  if (name in filters && (value === null || typeof value === "number"))
    return said.frequency(filters[name as keyof typeof filters], value);
  if (typeof value === "number") return numberWords(name, value, isEpoching, clock) ?? asItIs(name, value);
  if (typeof value === "boolean") return name === "leaves_out_artifacts" ? said[name](value) : asItIs(name, value);
  if (Array.isArray(value))
    return name === "modalities" || name === "patient_file_uids" ? said[name](value.join(", ")) : asItIs(name, value);
  if (typeof value === "string")
    return name === "node" || name === "over" || name === "column" ? said[name](value) : asItIs(name, value);
  return asItIs(name, value);
}

function numberWords(name: string, value: number, isEpoching: boolean, clock: Pick<Clock, "dateTime">): string | null {
  switch (name) {
    case "calculationWindowMs":
    case "calculationPeriodMs":
      return said[name](durationName(value));
    case "window_size":
    case "delta":
    case "period":
      return said[name](ofUs(value));
    case "offset":
      return isEpoching ? said.epochOffset(fromStart(value)) : said.offset(value);
    case "start_time":
    case "end_time":
      return said[name](clock.dateTime(value / 1000));
    case "factor":
    case "low":
    case "high":
    case "binMinimum":
    case "binMaximum":
    case "binSize":
      return said[name](value);
    default:
      return null;
  }
}

const asItIs = (name: string, value: unknown): string =>
  `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`;

/** The worksheet of automatic SD detection: candidates, what readers said of them as annotations, counts and export. Pure. */
import { type AnnotationContent, annotationLimits } from "../../protocol/annotations.ts";
import type { SdEvent } from "../../protocol/page-codec.ts";
import type { Clock } from "../time/clock.ts";

/** A candidate with the channels that its row is made of, as annotations call them. */
export interface SdCandidateRow extends SdEvent {
  readonly modalities: readonly string[];
}

export const verdicts = ["accepted", "rejected"] as const;
export type Verdict = (typeof verdicts)[number];

/** An annotation with one of these tags is a verdict. */
export const verdictTags = { accepted: "SD accepted", rejected: "SD rejected" } as const satisfies Record<
  Verdict,
  string
>;
const colours = { accepted: "#1D4F9E", rejected: "#6B7B8B" } as const satisfies Record<Verdict, string>;
/** An onset may be found a little elsewhere with other masks or another threshold. ms */
const sameWithinMs = 60_000;

/** What is read of an annotation. */
export interface VerdictSource extends Pick<AnnotationContent, "start_time" | "tags" | "modalities"> {
  readonly ref: number;
  readonly timestamp: number;
}

export interface GivenVerdict {
  readonly verdict: Verdict;
  /** The annotation that says so. */
  readonly ref: number;
  /** All that was said of it, the newest first. */
  readonly said: readonly { readonly verdict: Verdict; readonly ref: number }[];
}

/** An annotation with these tags is a verdict. */
export const isVerdict = (tags: readonly string[]): boolean => verdictIn(tags) !== undefined;
const verdictIn = (tags: readonly string[]): Verdict | undefined =>
  verdicts.find((verdict) => tags.includes(verdictTags[verdict]));
const rowKey = (modalities: readonly string[]) => [...modalities].sort().join("\n");

/** Finds what was said of candidates: on the same channels within a minute, of several the newest. */
export function verdictBook(annotations: Iterable<VerdictSource>): (candidate: SdCandidateRow) => GivenVerdict | null {
  const byRow = new Map<string, { verdict: Verdict; ref: number; atMs: number; timestamp: number }[]>();
  for (const { start_time, tags, modalities, ref, timestamp } of annotations) {
    const verdict = verdictIn(tags);
    if (verdict === undefined) continue;
    const key = rowKey(modalities);
    byRow.set(key, [...(byRow.get(key) ?? []), { verdict, ref, atMs: start_time, timestamp }]);
  }
  return ({ modalities, onset_ms }) => {
    const near = (byRow.get(rowKey(modalities)) ?? []).filter(({ atMs }) => Math.abs(atMs - onset_ms) <= sameWithinMs);
    const said = near.toSorted((a, b) => b.timestamp - a.timestamp).map(({ verdict, ref }) => ({ verdict, ref }));
    return said.length === 0 ? null : { ...said[0], said };
  };
}

/** "-1812 \u00b5V" with a minus sign. */
export const amplitudeText = (microVolts: number): string =>
  `${microVolts < 0 ? "\u2212" : ""}${Math.round(Math.abs(microVolts)).toLocaleString("en-US")} \u00b5V`;
export const depressionText = (db: number): string => `${db.toFixed(1)} dB`;
/** "+5:30", "\u22122:05": minutes and seconds. */
export function delayText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  return `${ms < 0 ? "\u2212" : "+"}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
/** "D3 +5:30, D1 \u22122:05": the nearest first. */
export const spreadText = ({ spread }: Pick<SdEvent, "spread">): string =>
  spread.map(({ channel, delay_ms }) => `${channel} ${delayText(delay_ms)}`).join(", ");

/** The annotation that a verdict makes of a candidate: a point at its onset, on its channels. `facts`: how it was found. */
export function verdictContent(
  candidate: SdCandidateRow,
  verdict: Verdict,
  { window, facts }: { window: string; facts: string },
): AnnotationContent {
  const { channel, onset_ms, amplitude_uv, depression_db, modalities } = candidate;
  const spread = spreadText(candidate);
  const said = [
    `Amplitude ${amplitudeText(amplitude_uv)}, depression ${depressionText(depression_db)}`,
    spread === "" ? "no spread" : `spread ${spread}`,
    facts,
  ].join("; ");
  return {
    ...{ start_time: onset_ms, end_time: onset_ms, annotation_type: window, kind: "note" },
    annotation_text: cut(`${verdict === "accepted" ? "SD" : "No SD"} ${channel}`, annotationLimits.title),
    annotation_description: cut(said, annotationLimits.description),
    modalities: [...modalities],
    ...{ color: colours[verdict], opacity: 0.2, tags: [verdictTags[verdict]] },
  };
}

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`);

export type CountLength = "hour" | "day";
const lengthsMs: Record<CountLength, number> = { hour: 3_600_000, day: 86_400_000 };

export interface SdCount {
  /** Beginning of the hour or day of the recording's clock, epoch ms. */
  readonly startMs: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Of those that nobody judged: confirmed by their spread, and not. */
  readonly open: number;
  readonly unconfirmed: number;
}

/** Onsets in each hour or day of the clock that has any, ascending. */
export function countsPer(
  length: CountLength,
  rows: readonly { readonly candidate: SdCandidateRow; readonly verdict: Verdict | null }[],
  clock: Pick<Clock, "offsetMs">,
): readonly SdCount[] {
  const counts = new Map<number, { -readonly [Member in keyof SdCount]: SdCount[Member] }>();
  for (const { candidate, verdict } of rows) {
    const offsetMs = clock.offsetMs(candidate.onset_ms);
    const local = Math.floor((candidate.onset_ms + offsetMs) / lengthsMs[length]) * lengthsMs[length];
    const startMs = local - clock.offsetMs(local - offsetMs);
    const count = counts.get(startMs) ?? { startMs, accepted: 0, rejected: 0, open: 0, unconfirmed: 0 };
    counts.set(startMs, count);
    count[verdict ?? (candidate.is_confirmed ? "open" : "unconfirmed")]++;
  }
  return [...counts.values()].toSorted((a, b) => a.startMs - b.startMs);
}

/** Settings of a trends window in documents, under the names of the specification (spec 001 section 3, "Trends"). */
import { minSpanMs } from "../../../../domain/time/durations.ts";
import { playbackSpeeds } from "../../../../domain/time/playback.ts";
import type { Span } from "../../../../domain/time/view-span.ts";
import { trendBaselineMs } from "../../../../protocol/trends.ts";
import { type ArtifactMode, readArtifactMode } from "../../plot/masked-rows.ts";
import { keptLength } from "../../time/timeline.ts";
import type { StoredProps, VersionedProps } from "../versioned-props.ts";
import type { TrendsWindow } from "./trends-window.ts";

export interface TrendsProps {
  artifactReductionEnabled: boolean;
  /** What values are compared with, epoch ms, of the recording with that id; null: its first valid hour. Never changed in place. */
  baseline: TrendsBaseline | null;
  artifacts: ArtifactMode;
}

/** A span that a reader chose: of one recording, another patient's has its own first hour. */
export interface TrendsBaseline extends Span {
  readonly dataObjectId: number;
}

export interface TrendsSettings extends TrendsProps {
  /** Length of the view in ms, and the speed of playback. */
  viewDuration: number;
  playbackSpeed: number;
}

/** Half an hour (spec 001 section 9, "Default view durations"). ms */
const usualViewMs = 1_800_000;

/** The first version: there is none to come from. */
export const trendsSettings: VersionedProps<TrendsSettings> = {
  version: 1,
  migrations: [],
  read({ viewDuration, playbackSpeed, artifactReductionEnabled, baseline, artifacts }) {
    return {
      artifactReductionEnabled: artifactReductionEnabled === true,
      baseline: readBaseline(baseline),
      artifacts: readArtifactMode(artifacts),
      viewDuration:
        typeof viewDuration === "number" && Number.isFinite(viewDuration) && viewDuration >= minSpanMs
          ? viewDuration
          : usualViewMs,
      playbackSpeed: playbackSpeeds.find((speed) => speed === playbackSpeed) ?? 1,
    };
  },
};

/** What is no span of whole milliseconds, or too short to hold what a baseline needs, is none. */
function readBaseline(stored: unknown): TrendsBaseline | null {
  const { startMs, endMs, dataObjectId } = (typeof stored === "object" && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >;
  if (![startMs, endMs, dataObjectId].every(Number.isSafeInteger)) return null;
  const span = { startMs, endMs, dataObjectId } as TrendsBaseline;
  return isLongEnough(span) && span.startMs >= 0 ? span : null;
}

/** Shorter spans cannot hold as many valid epochs as a baseline needs (algorithms.md 12). */
export const isLongEnough = ({ startMs, endMs }: Span): boolean => endMs - startMs >= trendBaselineMs.least;

/** A window's settings as a document keeps them. */
export const storedTrendsSettings = ({ props, timeline }: Pick<TrendsWindow, "props" | "timeline">): StoredProps => ({
  artifactReductionEnabled: props.artifactReductionEnabled,
  ...(props.baseline === null ? {} : { baseline: props.baseline }),
  artifacts: props.artifacts,
  viewDuration: keptLength(timeline),
  playbackSpeed: timeline.speed,
});

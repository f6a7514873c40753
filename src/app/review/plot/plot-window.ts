/** What the chassis needs of a window: its time, its clock, what is said of its feed. Handed down by context. */
import { createContext, useContext } from "react";
import type { Clock } from "../../../domain/time/clock.ts";
import type { DamagedSpan, RecordingDetail } from "../../../protocol/recordings.ts";
import type { OwnMarks } from "../annotations/own-marks.ts";
import type { DrawnAnnotations } from "../annotations/types.ts";
import type { Timeline } from "../time/timeline.ts";
import type { LatestGroup } from "./latest.ts";
import type { ArtifactMode, RowInputs } from "./masked-rows.ts";
import type { FeedReadout } from "./status.ts";

export interface PlotWindow {
  /** The file whose newest data the window may be locked to. One that grows is kept up with it, in place. */
  readonly recording: RecordingDetail;
  readonly annotations: DrawnAnnotations;
  /** Proxy of its settings, of which the chassis knows this one. */
  readonly props: { artifacts: ArtifactMode };
  /** What the rows that it shows are made of. */
  maskedRows(): readonly RowInputs[];
  /** Of its kind. */
  readonly title: string;
  /** As the reader chose it: another one after a change, which is drawn by a new view. */
  readonly clock: Clock;
  readonly timeline: Timeline;
  /** The feed's status for React, at most ten times a second. */
  readonly readout: FeedReadout;
  /** A click takes the windows that it is linked with there, and this one stays, also where it does not show its whole file. */
  readonly isOverview?: boolean;
  /** Of one that may show none of the recording of the annotations. */
  readonly marks?: Pick<OwnMarks, "whyNot">;
  /** The groups that it draws of recordings, as far as they reach now. */
  latestGroups(): readonly LatestGroup[];
}

/** The damaged stretches of a recording, by group; ascending. */
export function damageByGroup({
  damage,
}: Pick<RecordingDetail, "damage">): (modality: string) => readonly DamagedSpan[] {
  const spans = new Map<string, DamagedSpan[]>();
  for (const span of damage) spans.set(span.modality, [...(spans.get(span.modality) ?? []), span]);
  return (modality) => spans.get(modality) ?? [];
}

const Context = createContext<PlotWindow | null>(null);
export const PlotWindowContext = Context.Provider;

/** The window a part of the chassis belongs to. */
export function usePlotWindow(): PlotWindow {
  const found = useContext(Context);
  if (found === null) throw new Error("There is no plot window around this component.");
  return found;
}

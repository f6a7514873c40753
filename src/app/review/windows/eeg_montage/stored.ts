/** Settings of an EEG Montage window in documents, under the names of the specification (spec 001 section 3, "Window props"). */
import { sensitivityChoices } from "../../../../domain/montage/display.ts";
import { auxRowKinds, type RowKind } from "../../../../domain/montage/electrodes.ts";
import { type FilterName, filterOptions } from "../../../../domain/montage/filter-options.ts";
import { openingMontageId } from "../../../../domain/montage/montage.ts";
import { defaultEegSpanMs, minSpanMs } from "../../../../domain/time/durations.ts";
import { playbackSpeeds } from "../../../../domain/time/playback.ts";
import { readArtifactMode } from "../../plot/masked-rows.ts";
import { isMontageId, keptMontageProps, montageIdIn, readRows, readSentMontage } from "../../rows/montage-props.ts";
import { keptLength } from "../../time/timeline.ts";
import type { StoredProps, VersionedProps } from "../versioned-props.ts";
import type { EegWindow } from "./eeg-window.ts";
import { type EegProps, sensitivityPropOf, usualEegProps } from "./props.ts";
import { readLongPages } from "./shading.ts";

export interface EegSettings extends EegProps {
  /** Length of the view in ms, and the speed of playback. */
  viewDuration: number;
  playbackSpeed: number;
}

/** The first version: there is none to come from. */
export const eegSettings: VersionedProps<EegSettings> = {
  version: 1,
  migrations: [],
  read(stored, { recording }) {
    const usual = usualEegProps(openingMontageId(recording));
    const { rows, sentMontage } = stored;
    const montage = montageIdIn(stored.montage);
    const filters = { LFF: "lff", HFF: "hff", notch: "notch", auxLFF: "lff", auxHFF: "hff" } as const;
    const read: EegSettings = {
      ...usual,
      viewDuration: isLength(stored.viewDuration) ? stored.viewDuration : defaultEegSpanMs,
      playbackSpeed: playbackSpeeds.find((speed) => speed === stored.playbackSpeed) ?? 1,
      artifacts: readArtifactMode(stored.artifacts),
      longPages: readLongPages(stored.longPages),
      rows: readRows(rows) ?? usual.rows,
      sentMontage: readSentMontage(sentMontage),
    };
    if (isMontageId(montage, recording)) read.montage = montage;
    for (const [prop, filter] of Object.entries(filters) as [keyof typeof filters, FilterName][])
      if (filterOptions[filter].some((hz) => hz === stored[prop])) read[prop] = stored[prop] as number | null;
    for (const kind of ["eeg", ...auxRowKinds] as readonly RowKind[]) {
      const prop = sensitivityPropOf[kind];
      if (sensitivityChoices(kind).some((choice) => choice === stored[prop])) read[prop] = stored[prop] as number;
    }
    return read;
  },
};

const isLength = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= minSpanMs;

/** A window's settings as a document keeps them; of a montage that a link brought, as long as it is the one that is drawn. */
export const storedEegSettings = ({ props, timeline }: Pick<EegWindow, "props" | "timeline">): StoredProps => ({
  ...keptMontageProps(props),
  viewDuration: keptLength(timeline),
  playbackSpeed: timeline.speed,
});

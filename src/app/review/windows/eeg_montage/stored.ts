/** Settings of an EEG Montage window in documents, under the names of the specification (spec 001 section 3, "Window props"). */
import { sensitivityChoices } from "../../../../domain/montage/display.ts";
import { auxRowKinds, type RowKind } from "../../../../domain/montage/electrodes.ts";
import { type FilterName, filterOptions } from "../../../../domain/montage/filter-options.ts";
import { montagesOf, openingMontageId } from "../../../../domain/montage/montage.ts";
import { keptChannels, type MontageDefinition, montageProblem } from "../../../../domain/montage/own-montage.ts";
import { defaultEegSpanMs, minSpanMs } from "../../../../domain/time/durations.ts";
import { playbackSpeeds } from "../../../../domain/time/playback.ts";
import { type MontageChannel, montageDocumentOf, montageLimits } from "../../../../protocol/montages.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { readArtifactMode } from "../../plot/masked-rows.ts";
import { keptLength } from "../../time/timeline.ts";
import type { StoredProps, VersionedProps } from "../versioned-props.ts";
import type { EegWindow } from "./eeg-window.ts";
import { type EegProps, sensitivityPropOf, usualEegProps } from "./props.ts";

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
    const { montage, rows, sentMontage } = stored;
    const filters = { LFF: "lff", HFF: "hff", notch: "notch", auxLFF: "lff", auxHFF: "hff" } as const;
    const read: EegSettings = {
      ...usual,
      viewDuration: isLength(stored.viewDuration) ? stored.viewDuration : defaultEegSpanMs,
      playbackSpeed: playbackSpeeds.find((speed) => speed === stored.playbackSpeed) ?? 1,
      artifacts: readArtifactMode(stored.artifacts),
      rows: rowsIn(rows) ?? usual.rows,
      sentMontage: sentIn(sentMontage),
    };
    if (isMontage(montage, recording)) read.montage = montage;
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

/** One that is not there now may be there again: those of people are kept as they are wanted. */
const isMontage = (id: unknown, recording: RecordingDetail): id is number =>
  (Number.isSafeInteger(id) && montageDocumentOf(id as number) !== null) ||
  montagesOf(recording).some((montage) => montage.id === id);

/** What a link carries of a montage. */
function sentIn(value: unknown): MontageDefinition | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, name, channels } = value as Record<string, unknown>;
  const isSound =
    Number.isSafeInteger(id) &&
    typeof name === "string" &&
    name !== "" &&
    [...name].length <= montageLimits.name &&
    Array.isArray(channels) &&
    channels.every(isChannel) &&
    montageProblem(channels) === null;
  return isSound ? { id: id as number, name, channels: keptChannels(channels) } : null;
}

const isChannel = (value: unknown): value is MontageChannel => {
  const { first, second, alias } = (value ?? {}) as Record<string, unknown>;
  return typeof first === "string" && typeof second === "string" && (alias === undefined || typeof alias === "string");
};

/** Longest list of rows, and the longest name in one. */
const most = { rows: 512, letters: 20 };

function rowsIn(value: unknown): EegProps["rows"] | null {
  if (typeof value !== "object" || value === null) return null;
  const { hidden, shown, order } = value as Record<string, unknown>;
  const lists = [hidden, shown, order];
  const isList = (list: unknown): list is string[] =>
    Array.isArray(list) &&
    list.length <= most.rows &&
    list.every((id) => typeof id === "string" && id.length <= most.letters);
  if (!lists.every(isList)) return null;
  const [a, b, c] = lists;
  return { hidden: a, shown: b, order: c };
}

/** A window's settings as a document keeps them; of a montage that a link brought, as long as it is the one that is drawn. */
export function storedEegSettings({ props, timeline }: Pick<EegWindow, "props" | "timeline">): StoredProps {
  const { sentMontage: sent, ...settings } = props;
  const kept = sent === null || sent.id !== props.montage ? {} : { sentMontage: definitionOf(sent) };
  return { ...settings, ...kept, viewDuration: keptLength(timeline), playbackSpeed: timeline.speed };
}

/** What a link to the window carries besides: the montage of a person, which whoever opens it need not have. */
export function carriedEegSettings({ props, montages }: Pick<EegWindow, "props" | "montages">): StoredProps {
  const { sentMontage: sent, montage } = props;
  const own = montages.state.people.find(({ id }) => id === montage);
  const drawn = sent?.id === montage ? sent : own;
  return drawn === undefined ? {} : { sentMontage: definitionOf(drawn) };
}

const definitionOf = ({ id, name, channels }: MontageDefinition): MontageDefinition => ({ id, name, channels });

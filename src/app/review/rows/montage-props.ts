/** Settings that all windows of a montage have (spec 001 section 3, "Window props"), and how they are kept. */
import { ref } from "valtio";
import { montagesOf } from "../../../domain/montage/montage.ts";
import { keptChannels, type MontageDefinition, montageProblem } from "../../../domain/montage/own-montage.ts";
import type { Arrangement } from "../../../domain/montage/row-arrangement.ts";
import { type MontageChannel, montageDocumentOf, montageLimits } from "../../../protocol/montages.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import type { ArtifactMode } from "../plot/masked-rows.ts";
import type { StoredProps } from "../windows/versioned-props.ts";
import type { MontageWindow } from "./montage-window.ts";

export interface MontageProps {
  montage: number;
  artifacts: ArtifactMode;
  /** Rows that are not as the montage has them. The order is of one montage: another one begins with its own. */
  rows: Arrangement;
  /** A montage that a link brought with it, which the reader need not have; null: none. */
  sentMontage: MontageDefinition | null;
}

export function setMontage(props: MontageProps, montage: number): void {
  if (props.montage !== montage && props.rows.order.length > 0) setRows(props, { ...props.rows, order: [] });
  props.montage = montage;
}

/** An arrangement is replaced, never written into. */
export function setRows(props: MontageProps, rows: Arrangement): void {
  props.rows = ref(rows);
}

/** Of a montage that a document names by its id, or holds whole (spec 001 section 4, "Montage selection"). */
export const montageIdIn = (said: unknown): unknown =>
  typeof said === "object" && said !== null && "id" in said ? said.id : said;

/** A montage that a document names. One that is not there now may be there again: those of people are kept as they are wanted. */
export const isMontageId = (id: unknown, recording: RecordingDetail): id is number =>
  (Number.isSafeInteger(id) && montageDocumentOf(id as number) !== null) ||
  montagesOf(recording).some((montage) => montage.id === id);

/** What a link carries of a montage; null where that is none. */
export function readSentMontage(value: unknown): MontageDefinition | null {
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

/** An arrangement as a document keeps it; null where that is none. */
export function readRows(value: unknown): Arrangement | null {
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

/** The settings without a montage that a link brought, unless it is the one that is drawn. */
export function keptMontageProps<Props extends MontageProps>(props: Props): StoredProps {
  const { sentMontage: sent, ...settings } = props;
  const kept = sent === null || sent.id !== props.montage ? {} : { sentMontage: definitionOf(sent) };
  return { ...settings, ...kept };
}

/** What a link to the window carries besides: the montage of a person, which whoever opens it need not have. */
export function carriedMontage({ props, montages }: Pick<MontageWindow, "props" | "montages">): StoredProps {
  const { sentMontage: sent, montage } = props;
  const own = montages.state.people.find(({ id }) => id === montage);
  const drawn = sent?.id === montage ? sent : own;
  return drawn === undefined ? {} : { sentMontage: definitionOf(drawn) };
}

const definitionOf = ({ id, name, channels }: MontageDefinition): MontageDefinition => ({ id, name, channels });

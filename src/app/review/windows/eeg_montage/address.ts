/** The settings of an EEG window in the address: those that are not what the window opens with. */
import { auxRowKinds, type RowKind } from "../../../../domain/montage/electrodes.ts";
import { openingMontageId } from "../../../../domain/montage/montage.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { type ReviewSearch, sensitivityMembers } from "../../../shell/review-search.ts";
import { type EegProps, sensitivityPropOf, usualEegProps } from "./props.ts";

type Filters = "lff" | "hff" | "notch" | "auxLff" | "auxHff";
type Sensitivities = (typeof sensitivityMembers)[RowKind];
export type AddressedSettings = Pick<
  ReviewSearch,
  "montage" | Filters | Sensitivities | "longPages" | "hidden" | "shown" | "order"
>;

const kinds: readonly RowKind[] = ["eeg", ...auxRowKinds];

/** Settings that the address asks for. Whoever opens the window checks them against the recording. */
export function wantedSettings(search: ReviewSearch): Partial<EegProps> {
  const { montage, lff, hff, notch, auxLff, auxHff, longPages, hidden, shown, order } = search;
  const hz = (value: number | "off") => (value === "off" ? null : value);
  const ids = (list: string | undefined) => list?.split(",") ?? [];
  const hasRows = [hidden, shown, order].some((list) => list !== undefined);
  return {
    ...(montage === undefined ? {} : { montage }),
    ...(lff === undefined ? {} : { LFF: hz(lff) }),
    ...(hff === undefined ? {} : { HFF: hz(hff) }),
    ...(notch === undefined ? {} : { notch: hz(notch) }),
    ...(auxLff === undefined ? {} : { auxLFF: hz(auxLff) }),
    ...(auxHff === undefined ? {} : { auxHFF: hz(auxHff) }),
    ...wantedSensitivities(search),
    ...(longPages === undefined ? {} : { longPages }),
    ...(hasRows ? { rows: { hidden: ids(hidden), shown: ids(shown), order: ids(order) } } : {}),
  };
}

function wantedSensitivities(search: ReviewSearch): Partial<EegProps> {
  const wanted: Partial<EegProps> = {};
  for (const kind of kinds) {
    const microVolts = search[sensitivityMembers[kind]];
    if (microVolts !== undefined) wanted[sensitivityPropOf[kind]] = microVolts;
  }
  return wanted;
}

/** What the address says of these settings; undefined takes a member out of it. */
export function addressOf(props: Readonly<EegProps>, recording: RecordingDetail): AddressedSettings {
  const opening = usualEegProps(openingMontageId(recording));
  const unless = <T>(value: T, usual: T) => (value === usual ? undefined : value);
  const filter = (value: number | null, usual: number | null) => unless(value ?? "off", usual ?? "off");
  const list = (ids: readonly string[]) => (ids.length === 0 ? undefined : ids.join(","));
  return {
    montage: unless(props.montage, opening.montage),
    lff: filter(props.LFF, opening.LFF),
    hff: filter(props.HFF, opening.HFF),
    notch: filter(props.notch, opening.notch),
    ...addressedSensitivities(props, opening),
    auxLff: filter(props.auxLFF, opening.auxLFF),
    auxHff: filter(props.auxHFF, opening.auxHFF),
    longPages: props.longPages === "plain" ? "plain" : undefined,
    hidden: list(props.rows.hidden),
    shown: list(props.rows.shown),
    order: list(props.rows.order),
  };
}

function addressedSensitivities(
  props: Readonly<EegProps>,
  opening: Readonly<EegProps>,
): Pick<ReviewSearch, Sensitivities> {
  const said = kinds.map((kind) => {
    const [now, usual] = [props, opening].map((each) => each[sensitivityPropOf[kind]]);
    return [sensitivityMembers[kind], now === usual ? undefined : now];
  });
  return Object.fromEntries(said) as Pick<ReviewSearch, Sensitivities>;
}

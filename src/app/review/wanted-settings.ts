/** The settings of an EEG window in the address: those that are not what the window opens with. */
import { openingMontageId } from "../../domain/montage.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import type { ReviewSearch } from "../shell/review-search.ts";
import { createEegProps, type EegProps } from "./windows/eeg_montage/index.ts";

type Settings = "montage" | "lff" | "hff" | "notch" | "sensitivity" | "auxLff" | "auxHff" | "auxSensitivity";
export type AddressedSettings = Pick<ReviewSearch, Settings | "hidden" | "shown" | "order">;

/** Settings that the address asks for. A montage that the recording does not have is dropped. */
export function wantedSettings(search: ReviewSearch, hasMontage: (id: number) => boolean): Partial<EegProps> {
  const { montage, lff, hff, notch, sensitivity, auxLff, auxHff, auxSensitivity, hidden, shown, order } = search;
  const hz = (value: number | "off") => (value === "off" ? null : value);
  const ids = (list: string | undefined) => list?.split(",") ?? [];
  const hasRows = [hidden, shown, order].some((list) => list !== undefined);
  return {
    ...(montage !== undefined && hasMontage(montage) ? { montage } : {}),
    ...(lff === undefined ? {} : { LFF: hz(lff) }),
    ...(hff === undefined ? {} : { HFF: hz(hff) }),
    ...(notch === undefined ? {} : { notch: hz(notch) }),
    ...(sensitivity === undefined ? {} : { sensitivityMicroVolts: sensitivity }),
    ...(auxLff === undefined ? {} : { auxLFF: hz(auxLff) }),
    ...(auxHff === undefined ? {} : { auxHFF: hz(auxHff) }),
    ...(auxSensitivity === undefined ? {} : { auxSensitivityMicroVolts: auxSensitivity }),
    ...(hasRows ? { rows: { hidden: ids(hidden), shown: ids(shown), order: ids(order) } } : {}),
  };
}

/** What the address says of these settings; undefined takes a member out of it. */
export function addressOf(props: Readonly<EegProps>, recording: RecordingDetail): AddressedSettings {
  const opening = createEegProps(openingMontageId(recording));
  const unless = <T>(value: T, usual: T) => (value === usual ? undefined : value);
  const filter = (value: number | null, usual: number | null) => unless(value ?? "off", usual ?? "off");
  const list = (ids: readonly string[]) => (ids.length === 0 ? undefined : ids.join(","));
  return {
    montage: unless(props.montage, opening.montage),
    lff: filter(props.LFF, opening.LFF),
    hff: filter(props.HFF, opening.HFF),
    notch: filter(props.notch, opening.notch),
    sensitivity: unless(props.sensitivityMicroVolts, opening.sensitivityMicroVolts),
    auxLff: filter(props.auxLFF, opening.auxLFF),
    auxHff: filter(props.auxHFF, opening.auxHFF),
    auxSensitivity: unless(props.auxSensitivityMicroVolts, opening.auxSensitivityMicroVolts),
    hidden: list(props.rows.hidden),
    shown: list(props.rows.shown),
    order: list(props.rows.order),
  };
}

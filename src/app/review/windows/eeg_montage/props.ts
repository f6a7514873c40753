/** Settings of an EEG Montage window, under the names of the specification (spec 001 section 3, "Window props"). */
import { proxy, ref } from "valtio";
import {
  type Sensitivities,
  sensitivityChoices,
  sensitivityName,
  stepSensitivity,
  usualSensitivities,
} from "../../../../domain/montage/display.ts";
import type { AuxRowKind, RowKind } from "../../../../domain/montage/electrodes.ts";
import { defaultAuxFilters, defaultFilters, type FilterName } from "../../../../domain/montage/filter-options.ts";
import { asInMontage } from "../../../../domain/montage/row-arrangement.ts";
import type { RowFilters } from "../../../../domain/montage/row-recipe.ts";
import type { Filters } from "../../../../protocol/recipe.ts";
import { text } from "../../../../protocol/text/text.ts";
import type { MontageProps } from "../../rows/montage-props.ts";
import type { LongPageMode } from "./shading.ts";

export interface EegProps extends MontageProps {
  LFF: number | null;
  HFF: number | null;
  notch: number | null;
  sensitivityMicroVolts: number;
  /** Of ECG and other auxiliary rows; their notch is the EEG's. */
  auxLFF: number | null;
  auxHFF: number | null;
  ecgSensitivityMicroVolts: number;
  eogSensitivityMicroVolts: number;
  emgSensitivityMicroVolts: number;
  otherSensitivityMicroVolts: number;
  /** How pages are drawn whose lines would close to one wall of ink. */
  longPages: LongPageMode;
}

const propOf: Record<FilterName, "LFF" | "HFF" | "notch"> = { lff: "LFF", hff: "HFF", notch: "notch" };
const auxPropOf = { lff: "auxLFF", hff: "auxHFF" } as const;
export type AuxFilterName = keyof typeof auxPropOf;
export const sensitivityPropOf = {
  eeg: "sensitivityMicroVolts",
  ecg: "ecgSensitivityMicroVolts",
  eog: "eogSensitivityMicroVolts",
  emg: "emgSensitivityMicroVolts",
  other: "otherSensitivityMicroVolts",
} as const satisfies Record<RowKind, keyof EegProps>;

/** What a window opens with. */
export const usualEegProps = (montage: number): EegProps => ({
  montage,
  LFF: defaultFilters.lff,
  HFF: defaultFilters.hff,
  notch: defaultFilters.notch,
  sensitivityMicroVolts: usualSensitivities.eeg,
  auxLFF: defaultAuxFilters.lff,
  auxHFF: defaultAuxFilters.hff,
  ecgSensitivityMicroVolts: usualSensitivities.ecg,
  eogSensitivityMicroVolts: usualSensitivities.eog,
  emgSensitivityMicroVolts: usualSensitivities.emg,
  otherSensitivityMicroVolts: usualSensitivities.other,
  longPages: "shaded",
  artifacts: "show",
  rows: asInMontage,
  sentMontage: null,
});

/** A proxy of these settings; an arrangement and a montage are replaced, never written into. */
export const createEegProps = ({ rows, sentMontage, ...settings }: EegProps): EegProps =>
  proxy({ ...settings, rows: ref(rows), sentMontage: sentMontage === null ? null : ref(sentMontage) });

export const filtersOf = ({ LFF, HFF, notch }: Readonly<EegProps>): Filters => ({ lff: LFF, hff: HFF, notch });
export const auxFiltersOf = ({ auxLFF, auxHFF }: Readonly<EegProps>): RowFilters["aux"] => ({
  lff: auxLFF,
  hff: auxHFF,
});
export const sensitivityOf = (props: Readonly<EegProps>, kind: RowKind): number => props[sensitivityPropOf[kind]];
export const sensitivitiesOf = (props: Readonly<EegProps>): Sensitivities => ({
  eeg: sensitivityOf(props, "eeg"),
  ecg: sensitivityOf(props, "ecg"),
  eog: sensitivityOf(props, "eog"),
  emg: sensitivityOf(props, "emg"),
  other: sensitivityOf(props, "other"),
});
/** "ECG 0.1 mV/mm, EMG 10 µV/mm" */
export const auxSensitivityText = (props: Readonly<EegProps>, kinds: readonly AuxRowKind[]): string =>
  kinds.map((kind) => `${text.window.kinds[kind]} ${sensitivityName(sensitivityOf(props, kind), kind)}`).join(", ");

export function setFilter(props: EegProps, name: FilterName, hz: number | null): void {
  props[propOf[name]] = hz;
}
export function setAuxFilter(props: EegProps, name: AuxFilterName, hz: number | null): void {
  props[auxPropOf[name]] = hz;
}
export function setSensitivity(props: EegProps, kind: RowKind, microVolts: number): void {
  props[sensitivityPropOf[kind]] = microVolts;
}
/** +1 draws larger, -1 smaller. */
export function changeSensitivity(props: EegProps, kinds: readonly RowKind[], direction: -1 | 1): void {
  for (const kind of kinds)
    setSensitivity(props, kind, stepSensitivity(sensitivityOf(props, kind), direction, sensitivityChoices(kind)));
}

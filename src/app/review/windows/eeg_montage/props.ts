/** Settings of an EEG Montage window, under the names of the specification (spec 001 section 3, "Window props"). */
import { proxy, ref } from "valtio";
import {
  auxSensitivities,
  defaultAuxSensitivity,
  defaultSensitivity,
  stepSensitivity,
} from "../../../../domain/display.ts";
import { defaultAuxFilters, defaultFilters, type FilterName } from "../../../../domain/filter-options.ts";
import { type Arrangement, asInMontage } from "../../../../domain/row-arrangement.ts";
import type { RowFilters } from "../../../../domain/row-recipe.ts";
import type { Filters } from "../../../../protocol/recipe.ts";

export interface EegProps {
  montage: number;
  LFF: number | null;
  HFF: number | null;
  notch: number | null;
  sensitivityMicroVolts: number;
  /** Of ECG and other auxiliary rows; their notch is the EEG's. */
  auxLFF: number | null;
  auxHFF: number | null;
  auxSensitivityMicroVolts: number;
  /** Rows that are not as the montage has them. The order is of one montage: another one begins with its own. */
  rows: Arrangement;
}

const propOf: Record<FilterName, "LFF" | "HFF" | "notch"> = { lff: "LFF", hff: "HFF", notch: "notch" };
const auxPropOf = { lff: "auxLFF", hff: "auxHFF" } as const;
export type AuxFilterName = keyof typeof auxPropOf;

export const createEegProps = (montage: number): EegProps =>
  proxy({
    montage,
    LFF: defaultFilters.lff,
    HFF: defaultFilters.hff,
    notch: defaultFilters.notch,
    sensitivityMicroVolts: defaultSensitivity,
    auxLFF: defaultAuxFilters.lff,
    auxHFF: defaultAuxFilters.hff,
    auxSensitivityMicroVolts: defaultAuxSensitivity,
    rows: ref(asInMontage),
  });

export const filtersOf = ({ LFF, HFF, notch }: Readonly<EegProps>): Filters => ({ lff: LFF, hff: HFF, notch });
export const auxFiltersOf = ({ auxLFF, auxHFF }: Readonly<EegProps>): RowFilters["aux"] => ({
  lff: auxLFF,
  hff: auxHFF,
});

export function setMontage(props: EegProps, montage: number): void {
  if (props.montage !== montage && props.rows.order.length > 0) setRows(props, { ...props.rows, order: [] });
  props.montage = montage;
}
export function setFilter(props: EegProps, name: FilterName, hz: number | null): void {
  props[propOf[name]] = hz;
}
export function setAuxFilter(props: EegProps, name: AuxFilterName, hz: number | null): void {
  props[auxPropOf[name]] = hz;
}
export function setSensitivity(props: EegProps, microVolts: number): void {
  props.sensitivityMicroVolts = microVolts;
}
export function setAuxSensitivity(props: EegProps, microVolts: number): void {
  props.auxSensitivityMicroVolts = microVolts;
}
/** +1 draws larger, -1 smaller. */
export function changeSensitivity(props: EegProps, direction: -1 | 1): void {
  props.sensitivityMicroVolts = stepSensitivity(props.sensitivityMicroVolts, direction);
}
export function changeAuxSensitivity(props: EegProps, direction: -1 | 1): void {
  props.auxSensitivityMicroVolts = stepSensitivity(props.auxSensitivityMicroVolts, direction, auxSensitivities);
}
export function setRows(props: EegProps, rows: Arrangement): void {
  props.rows = ref(rows);
}

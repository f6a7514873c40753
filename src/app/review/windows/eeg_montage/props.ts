/** Settings of an EEG Montage window, under the names of the specification (spec 001 section 3, "Window props"). */
import { proxy } from "valtio";
import { defaultSensitivity, stepSensitivity } from "../../../../domain/display.ts";
import { defaultFilters, type FilterName } from "../../../../domain/filter-options.ts";
import type { Filters } from "../../../../protocol/recipe.ts";

export interface EegProps {
  montage: number;
  LFF: number | null;
  HFF: number | null;
  notch: number | null;
  sensitivityMicroVolts: number;
}

const propOf: Record<FilterName, "LFF" | "HFF" | "notch"> = { lff: "LFF", hff: "HFF", notch: "notch" };

export const createEegProps = (montage: number): EegProps =>
  proxy({
    montage,
    LFF: defaultFilters.lff,
    HFF: defaultFilters.hff,
    notch: defaultFilters.notch,
    sensitivityMicroVolts: defaultSensitivity,
  });

export const filtersOf = ({ LFF, HFF, notch }: Readonly<EegProps>): Filters => ({ lff: LFF, hff: HFF, notch });

export function setMontage(props: EegProps, montage: number): void {
  props.montage = montage;
}
export function setFilter(props: EegProps, name: FilterName, hz: number | null): void {
  props[propOf[name]] = hz;
}
export function setSensitivity(props: EegProps, microVolts: number): void {
  props.sensitivityMicroVolts = microVolts;
}
/** +1 draws larger, -1 smaller. */
export function changeSensitivity(props: EegProps, direction: -1 | 1): void {
  props.sensitivityMicroVolts = stepSensitivity(props.sensitivityMicroVolts, direction);
}

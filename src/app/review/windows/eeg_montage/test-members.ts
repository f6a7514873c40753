/** What tests and benches do to an EEG window on `window.connect`. */
import type { Filters } from "../../../../protocol/recipe.ts";
import { setMontage } from "../../rows/montage-props.ts";
import type { EegWindow } from "./eeg-window.ts";
import { setFilter } from "./props.ts";

export interface EegTestMembers {
  setMontage(id: number): void;
  setFilters(filters: Filters): void;
}

export const eegTestMembers = ({ props }: EegWindow): EegTestMembers => ({
  setMontage: (id) => setMontage(props, id),
  setFilters(filters) {
    for (const name of ["lff", "hff", "notch"] as const) setFilter(props, name, filters[name]);
  },
});

/** Settings of an SD detection window, under the names of the specification (spec 001 section 3, "Window props"). */
import { proxy, ref } from "valtio";
import { stepSensitivity } from "../../../../domain/montage/display.ts";
import { defaultFilters } from "../../../../domain/montage/filter-options.ts";
import { asInMontage } from "../../../../domain/montage/row-arrangement.ts";
import {
  defaultOverlayFilters,
  overlaySensitivities,
  usualSdSensitivities,
} from "../../../../domain/montage/sd-options.ts";
import type { Filters } from "../../../../protocol/recipe.ts";
import type { MontageProps } from "../../rows/montage-props.ts";

/** Filters in Hz, null = Off, and uV/mm of one trace set; replaced, never written into. */
export interface TraceConfig {
  readonly LFF: number | null;
  readonly HFF: number | null;
  readonly notch: number | null;
  readonly sensitivityMicroVolts: number;
}

/** The two trace sets of the window. */
export const traceSets = ["eegConfig", "overlayEEGConfig"] as const;
export type TraceSet = (typeof traceSets)[number];

export interface SdProps extends MontageProps, Record<TraceSet, TraceConfig> {
  autoDetectionEnabled: boolean;
}

const configOf = ({ lff, hff, notch }: Filters, sensitivityMicroVolts: number): TraceConfig => ({
  LFF: lff,
  HFF: hff,
  notch,
  sensitivityMicroVolts,
});

/** What a window opens with (spec 001 section 9, "Defaults"). */
export const usualSdProps = (montage: number): SdProps => ({
  montage,
  eegConfig: configOf(defaultFilters, usualSdSensitivities.eeg),
  overlayEEGConfig: configOf(defaultOverlayFilters, usualSdSensitivities.overlay),
  autoDetectionEnabled: true,
  artifacts: "show",
  rows: asInMontage,
  sentMontage: null,
});

/** A proxy of these settings. */
export const createSdProps = ({ rows, sentMontage, eegConfig, overlayEEGConfig, ...settings }: SdProps): SdProps =>
  proxy({
    ...settings,
    eegConfig: ref(eegConfig),
    overlayEEGConfig: ref(overlayEEGConfig),
    rows: ref(rows),
    sentMontage: sentMontage === null ? null : ref(sentMontage),
  });

export const filtersOf = ({ LFF, HFF, notch }: TraceConfig): Filters => ({ lff: LFF, hff: HFF, notch });

export function setConfig(props: SdProps, set: TraceSet, change: Partial<TraceConfig>): void {
  props[set] = ref({ ...props[set], ...change });
}

/** +1 draws larger, -1 smaller. */
export function changeSensitivity(props: SdProps, set: TraceSet, direction: -1 | 1): void {
  const { sensitivityMicroVolts: now } = props[set];
  const next =
    set === "eegConfig" ? stepSensitivity(now, direction) : stepSensitivity(now, direction, overlaySensitivities);
  setConfig(props, set, { sensitivityMicroVolts: next });
}

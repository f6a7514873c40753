/** The settings of an EEG window in the address: those that are not what the window opens with. */
import { openingMontageId } from "../../domain/montage.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import type { ReviewSearch } from "../shell/review-search.ts";
import { createEegProps, type EegProps } from "./windows/eeg_montage/index.ts";

export type AddressedSettings = Pick<ReviewSearch, "montage" | "lff" | "hff" | "notch" | "sensitivity">;

/** Settings that the address asks for. A montage that the recording does not have is dropped. */
export function wantedSettings(search: ReviewSearch, hasMontage: (id: number) => boolean): Partial<EegProps> {
  const { montage, lff, hff, notch, sensitivity } = search;
  const hz = (value: number | "off") => (value === "off" ? null : value);
  return {
    ...(montage !== undefined && hasMontage(montage) ? { montage } : {}),
    ...(lff === undefined ? {} : { LFF: hz(lff) }),
    ...(hff === undefined ? {} : { HFF: hz(hff) }),
    ...(notch === undefined ? {} : { notch: hz(notch) }),
    ...(sensitivity === undefined ? {} : { sensitivityMicroVolts: sensitivity }),
  };
}

/** What the address says of these settings; undefined takes a member out of it. */
export function addressOf(props: Readonly<EegProps>, recording: RecordingDetail): AddressedSettings {
  const opening = createEegProps(openingMontageId(recording));
  const unless = <T>(value: T, usual: T) => (value === usual ? undefined : value);
  const filter = (value: number | null, usual: number | null) => unless(value ?? "off", usual ?? "off");
  return {
    montage: unless(props.montage, opening.montage),
    lff: filter(props.LFF, opening.LFF),
    hff: filter(props.HFF, opening.HFF),
    notch: filter(props.notch, opening.notch),
    sensitivity: unless(props.sensitivityMicroVolts, opening.sensitivityMicroVolts),
  };
}

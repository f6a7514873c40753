/** What can be chosen in this installation. */
import { type UploadKind, type UploadSettings, uploadKinds } from "../../../../protocol/uploads.ts";
import type { UploadingType } from "../state.ts";

type KindSettings = Pick<UploadSettings, "has_cns" | "has_natus" | "has_medications" | "has_edf" | "has_form">;

/** Kinds of data that are switched on, in the order of the specification. */
export const enabledKinds = (settings: KindSettings): readonly UploadKind[] =>
  uploadKinds.filter((kind) => settings[`has_${kind}`]);

/** The same, with the form where it is switched on. */
export const uploadingTypes = (settings: KindSettings): readonly UploadingType[] => [
  ...enabledKinds(settings),
  ...(settings.has_form ? (["form"] as const) : []),
];

/** How a directory or file of each kind is looked at; a new kind has a line here. */
import type { DirectoryKind, FileKind } from "../../../protocol/uploads.ts";
import { inspectCns } from "./inspect-cns.ts";
import { inspectEdf } from "./inspect-edf.ts";
import { inspectMedication } from "./inspect-medication.ts";
import { inspectNatus } from "./inspect-natus.ts";
import type { Candidate, ChosenDirectory, ChosenEntry, InspectOptions } from "./types.ts";

type Inspect<Chosen> = (chosen: Chosen, options?: InspectOptions) => Promise<Candidate>;

export const inspectDirectory: Readonly<Record<DirectoryKind, Inspect<ChosenDirectory>>> = {
  cns: inspectCns,
  natus: inspectNatus,
};

export const inspectFile: Readonly<Record<FileKind, Inspect<ChosenEntry>>> = {
  medications: inspectMedication,
  edf: inspectEdf,
};

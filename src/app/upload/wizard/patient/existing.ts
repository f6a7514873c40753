/** What the patient already has (spec 000 section 3, Existing upload data). */
import { useQueries } from "@tanstack/react-query";
import { getExistingData, type UploadKind } from "../../../../protocol/uploads.ts";
import { queuedNames } from "../../queue/index.ts";
import type { KnownNames } from "../data/duplicates.ts";
import { enabledKinds } from "../data/kinds.ts";
import { useWizard } from "../use-wizard.ts";
import { callPatiently } from "./patient-call.ts";

export interface ExistingRow {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly upload_time: number;
  /** Bytes. */
  readonly size: number;
}

export interface Existing {
  /** Null while it is on its way, or when it could not be read. */
  readonly rows: readonly ExistingRow[] | null;
  readonly error: Error | null;
  readonly readAgain: () => void;
  readonly known: KnownNames;
}

const nothing: Existing = {
  rows: [],
  error: null,
  readAgain: () => {},
  known: { existing: new Set(), queued: new Set() },
};

/** Existing data of the chosen patient by kind; of a new patient there is none, but it may be in the queue. */
export function useExisting(): Readonly<Record<UploadKind, Existing>> {
  const { settings, site, project, patientPrimaryKey, patientId } = useWizard();
  const kinds = settings === null ? [] : enabledKinds(settings);
  const isAsked = site !== null && project !== null && patientPrimaryKey !== null;
  const place = { project_id: project?.primaryKey ?? 0, site_id: site?.primaryKey ?? 0 };
  const answers = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: ["existing-data", place, patientPrimaryKey, kind],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callPatiently(getExistingData, { ...place, patient_id: patientPrimaryKey ?? 0, data_type: kind }, signal),
      enabled: isAsked,
    })),
  });
  const of = (kind: UploadKind): Existing => {
    const answer = answers[kinds.indexOf(kind)];
    if (answer === undefined) return nothing;
    const rows = isAsked ? (answer.data?.data ?? null) : [];
    return {
      rows,
      error: isAsked ? answer.error : null,
      readAgain: () => void answer.refetch(),
      known: {
        existing: new Set((rows ?? []).map(({ name }) => name)),
        queued: queuedNames(place.project_id, place.site_id, patientId, kind),
      },
    };
  };
  return { cns: of("cns"), natus: of("natus"), medications: of("medications"), edf: of("edf") };
}

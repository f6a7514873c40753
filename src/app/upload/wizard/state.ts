/** What the upload wizard holds (spec 000 section 3). The functions of this folder are its only writers. */
import { proxy } from "valtio";
import type { FormDraft } from "../../../domain/people/forms.ts";
import type { Patient } from "../../../protocol/patients.ts";
import { type UploadKind, type UploadSettings, uploadKinds } from "../../../protocol/uploads.ts";
import type { Candidate } from "../choose/index.ts";
import type { Trouble } from "../queue/transfer/trouble.ts";
import type { UploadSource } from "../types.ts";
import type { Step } from "./steps.ts";

/** A site or a project: `id` is what people call it ("NGMC"), `primaryKey` what calls name it by. */
export interface SiteOrProject {
  readonly id: string;
  readonly name: string;
  readonly primaryKey: number;
}

/** A patient that the wizard is opened for. */
export type WizardPatient = Pick<Patient, "patient_key" | "patient_identifier" | "site_id" | "project_id">;

/** What is being chosen on the data step; "form" is the form mode. */
export type UploadingType = UploadKind | "form";

/**
 * What the server says of a new patient's id; "unasked" while the id breaks a rule. One that exists has no key as long as it
 * is kept for an upload of somebody else's.
 */
export type IdAnswer =
  | { readonly is: "unasked" | "checking" | "available" }
  | { readonly is: "exists"; readonly patientKey: number | null }
  | { readonly is: "failed"; readonly reason: string };

/** A row of the table of selected data. Never changed: replaced by another one. */
export interface SelectedRow {
  readonly id: number;
  readonly kind: UploadKind;
  /** As it is called on the user's disk, with what is not seen of it named. */
  readonly chosenName: string;
  /** "ready" can be uploaded, "refused" cannot (`error` says why). */
  readonly phase: "waiting" | "inspecting" | "ready" | "refused";
  /** 0..1 of the inspection. */
  readonly progress: number;
  readonly error: string | null;
  /** It could not be checked, for want of a connection: checking it again may help. */
  readonly isUnchecked: boolean;
  /** Bytes; null: not looked at yet, or a refused directory. */
  readonly size: number | null;
  readonly fileCount: number;
  readonly candidate: Candidate | null;
  /** What will be sent, without identifying fields. */
  readonly source: UploadSource | null;
  /** The user has said that the identifying fields be removed. */
  readonly isCleaned: boolean;
}

/** What became of the last selection, besides its rows. */
export interface Notice {
  readonly id: number;
  /** A name as it is on the user's disk; empty when it is about several. */
  readonly name: string;
  readonly text: string;
  readonly tone: "danger" | "info";
}

export interface WizardState {
  isOpen: boolean;
  /** Whom it was opened for; null: that is to be chosen. */
  openedFor: WizardPatient | null;
  /** Null while they are on their way. Never changed in place. */
  settings: UploadSettings | null;
  settingsFailure: string | null;
  /** A call has no answer and is made again. */
  trouble: Trouble | null;
  step: Step;
  isTermsChecked: boolean;
  isRemovePhiChecked: boolean;
  site: SiteOrProject | null;
  project: SiteOrProject | null;
  /** As the site calls the patient, and its key when it is there already. */
  patientId: string;
  patientPrimaryKey: number | null;
  isExistingPatient: boolean;
  isNewPatient: boolean;
  /** The wizard was opened for this patient: place and patient need no asking. */
  isPreset: boolean;
  /** Site, project or patient were chosen by the user. */
  isTouched: boolean;
  idAnswer: IdAnswer;
  uploadingType: UploadingType;
  selected: Record<UploadKind, readonly SelectedRow[]>;
  notices: readonly Notice[];
  /** Null as long as nothing was entered. */
  draft: FormDraft | null;
  /** Next was pressed and refused: what is missing is said. */
  isTried: boolean;
  /** IANA name, for sources that name no zone. */
  timezone: string;
}

/** Zone of times whose source names none, unless the user says another one (spec 000 section 9). */
export const defaultTimezone = "America/New_York";

const empty = (): WizardState => ({
  isOpen: false,
  openedFor: null,
  settings: null,
  settingsFailure: null,
  trouble: null,
  step: "terms",
  isTermsChecked: false,
  isRemovePhiChecked: false,
  site: null,
  project: null,
  patientId: "",
  patientPrimaryKey: null,
  isExistingPatient: false,
  isNewPatient: false,
  isPreset: false,
  isTouched: false,
  idAnswer: { is: "unasked" },
  uploadingType: "cns",
  selected: { cns: [], natus: [], medications: [], edf: [] },
  notices: [],
  draft: null,
  isTried: false,
  timezone: defaultTimezone,
});

export const wizard = proxy<WizardState>(empty());

const listeners = new Set<() => void>();

/** Calls back whenever the wizard was emptied: what is under way for it stops. */
export const onWizardEmptied = (listener: () => void): void => void listeners.add(listener);

/** Closes the wizard and forgets everything that was chosen and entered. */
export function emptyWizard(): void {
  Object.assign(wizard, empty());
  for (const listener of listeners) listener();
}

type Selected = Readonly<Record<UploadKind, readonly SelectedRow[]>>;

/** Every selected row, in the order of the kinds. */
export const rowsOf = (selected: Selected): readonly SelectedRow[] => uploadKinds.flatMap((kind) => selected[kind]);

/** Whether files or answers were given that a change of site, project or patient would take away. */
export const hasData = ({ selected, draft }: Pick<WizardState, "selected" | "draft">): boolean =>
  rowsOf(selected).length > 0 || draft !== null;

/** Whether closing the wizard, or the page, takes away what the user chose or entered. */
export const holdsChoices = (state: Pick<WizardState, "selected" | "draft" | "isTouched">): boolean =>
  hasData(state) || state.isTouched;

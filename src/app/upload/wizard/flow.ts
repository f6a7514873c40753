/** What the wizard reads at first, closing it, and going from step to step. */
import { ref } from "valtio";
import { uploadText } from "../../../protocol/text/upload-text.ts";
import { getUploadSettings, type UploadSettings } from "../../../protocol/uploads.ts";
import { reasonOf } from "../../session/index.ts";
import { confirmUser } from "../../shell/index.ts";
import { uploadingTypes } from "./data/kinds.ts";
import { callPatiently } from "./patient/patient-call.ts";
import { placeOf } from "./place/place.ts";
import { emptyWizard, holdsChoices, onWizardEmptied, wizard } from "./state.ts";
import { firstStep, nextStep, previousStep } from "./steps.ts";

let loading: AbortController | null = null;

/** Reads what can be uploaded here, and takes over what needs no choice. */
export async function loadSettings(): Promise<void> {
  loading?.abort();
  const own = new AbortController();
  loading = own;
  wizard.settingsFailure = null;
  try {
    const settings = await callPatiently(getUploadSettings, {}, own.signal);
    if (!own.signal.aborted) begin(settings);
  } catch (error) {
    if (!own.signal.aborted) wizard.settingsFailure = reasonOf(error);
  }
}

function begin(settings: UploadSettings): void {
  const patient = wizard.openedFor;
  const only = <T>(all: readonly T[]) => (all.length === 1 ? all[0] : undefined);
  const site = settings.sites.find(({ id }) => id === patient?.site_id) ?? only(settings.sites);
  const project = settings.projects.find(({ id }) => id === patient?.project_id) ?? only(settings.projects);
  const isPreset = patient !== null && site?.id === patient.site_id && project?.id === patient.project_id;
  Object.assign(wizard, {
    settings: ref(settings),
    site: site === undefined ? null : placeOf(site),
    project: project === undefined ? null : placeOf(project),
    isPreset,
    isExistingPatient: true,
    patientId: isPreset ? patient.patient_identifier : "",
    patientPrimaryKey: isPreset ? patient.patient_key : null,
    uploadingType: uploadingTypes(settings)[0] ?? "cns",
    step: firstStep(settings, isPreset),
  });
}

/** Closes the wizard, after asking when something was chosen; then everything is forgotten. */
export async function closeWizard(): Promise<void> {
  if (holdsChoices(wizard) && !(await confirmUser(uploadText.leave))) return;
  emptyWizard();
}

/** To the next step, if there is one. */
export function goOn(): void {
  const { settings, step, isPreset } = wizard;
  const next = settings === null ? null : nextStep(settings, step, isPreset);
  if (next !== null) Object.assign(wizard, { step: next, isTried: false });
}

/** To the step before, if there is one. */
export function goBack(): void {
  const { settings, step } = wizard;
  const previous = settings === null ? null : previousStep(settings, step);
  if (previous !== null) Object.assign(wizard, { step: previous, isTried: false });
}

onWizardEmptied(() => {
  loading?.abort();
  loading = null;
});

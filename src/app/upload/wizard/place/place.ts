/** Choosing where the data belongs: site, project and patient. Each change asks when files would be lost by it. */
import { ref } from "valtio";
import { firstFailure } from "../../../../domain/people/rules.ts";
import { patientIdRules } from "../../../../domain/upload/patient-id.ts";
import { checkPatientIdentifier } from "../../../../protocol/patients.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import { reasonOf } from "../../../session/index.ts";
import { confirmUser } from "../../../shell/index.ts";
import { clearRows } from "../data/rows.ts";
import { callPatiently } from "../patient/patient-call.ts";
import { hasData, onWizardEmptied, type SiteOrProject, wizard } from "../state.ts";

/** The typing rests this long before the server is asked. */
const restMs = 300;

let check: AbortController | null = null;

/** "Changing site, project or patient after files were chosen asks ...; yes clears files" (and the form, which is about the patient). */
async function mayModify(): Promise<boolean> {
  if (!hasData(wizard)) return true;
  if (!(await confirmUser(uploadText.modify))) return false;
  clearRows();
  wizard.draft = null;
  return true;
}

export const placeOf = (one: { id: number; identifier: string; name: string }): SiteOrProject =>
  ref({ id: one.identifier, name: one.name, primaryKey: one.id });

/** Chooses the site by its key. */
export async function chooseSite(key: number): Promise<void> {
  const site = wizard.settings?.sites.find(({ id }) => id === key);
  if (site === undefined || wizard.site?.primaryKey === key || !(await mayModify())) return;
  wizard.site = placeOf(site);
  forgetPatient();
}

/** Chooses the project by its key. */
export async function chooseProject(key: number): Promise<void> {
  const project = wizard.settings?.projects.find(({ id }) => id === key);
  if (project === undefined || wizard.project?.primaryKey === key || !(await mayModify())) return;
  wizard.project = placeOf(project);
  forgetPatient();
}

/** Patients belong to a site and a project: another place, another patient. */
function forgetPatient(): void {
  stopCheck();
  Object.assign(wizard, {
    patientId: "",
    patientPrimaryKey: null,
    idAnswer: { is: "unasked" },
    isPreset: false,
    isTouched: true,
  });
}

/** Existing and new are mutually exclusive. */
export async function choosePatientMode(isNew: boolean): Promise<void> {
  if (isNew === wizard.isNewPatient && isNew !== wizard.isExistingPatient) return;
  if (!(await mayModify())) return;
  forgetPatient();
  wizard.isNewPatient = isNew;
  wizard.isExistingPatient = !isNew;
}

/** Chooses a patient that is there already. */
export async function chooseExisting(patientKey: number, patientId: string): Promise<void> {
  if (wizard.isExistingPatient && wizard.patientPrimaryKey === patientKey) return;
  if (!(await mayModify())) return;
  forgetPatient();
  Object.assign(wizard, { isExistingPatient: true, isNewPatient: false, patientPrimaryKey: patientKey, patientId });
}

/**
 * Takes what was typed as the id of a new patient, and asks the server for it once the typing rests. At once where
 * nothing must be asked before: the field shows what was typed.
 */
export function typePatientId(patientId: string): void {
  if (patientId === wizard.patientId) return;
  const take = () => {
    Object.assign(wizard, { patientId, isTouched: true });
    checkPatientId();
  };
  if (!hasData(wizard)) take();
  else
    void mayModify().then((may) => {
      if (may) take();
    });
}

function stopCheck(): void {
  check?.abort();
  check = null;
}

/** Asks whether the id is free. An answer that comes after the id changed is ignored. */
export function checkPatientId(): void {
  stopCheck();
  const { settings, site, project, patientId } = wizard;
  if (settings === null || site === null || project === null) return;
  if (firstFailure(patientIdRules(settings), patientId) !== undefined) {
    wizard.idAnswer = { is: "unasked" };
    return;
  }
  const own = new AbortController();
  check = own;
  wizard.idAnswer = { is: "checking" };
  const ask = async () => {
    const question = { project_id: project.primaryKey, site_id: site.primaryKey, patient_identifier: patientId };
    try {
      const { exist, patient_key } = await callPatiently(checkPatientIdentifier, question, own.signal);
      if (own.signal.aborted) return;
      wizard.idAnswer = exist ? { is: "exists", patientKey: patient_key } : { is: "available" };
    } catch (error) {
      if (!own.signal.aborted) wizard.idAnswer = { is: "failed", reason: reasonOf(error) };
    }
  };
  const timer = setTimeout(() => void ask(), restMs);
  own.signal.addEventListener("abort", () => clearTimeout(timer));
}

onWizardEmptied(stopCheck);

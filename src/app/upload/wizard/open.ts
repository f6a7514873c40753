/** Opening the wizard. Small, for it is there on every page; the rest of the wizard comes when it is opened. */
import { onSessionEnded } from "../../session/index.ts";
import { emptyWizard, type WizardPatient, wizard } from "./state.ts";

/** Opens the wizard, for a patient or to choose one. */
export function openWizard({ patient }: { patient?: WizardPatient } = {}): void {
  emptyWizard();
  wizard.openedFor = patient ?? null;
  wizard.isOpen = true;
}

// Spec 000 section 4: logging out resets the wizard.
onSessionEnded(emptyWizard);

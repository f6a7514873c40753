export { openWizard } from "./wizard/open.ts";
export type { WizardPatient } from "./wizard/state.ts";
export { UploadWizard } from "./wizard/UploadWizard.tsx";

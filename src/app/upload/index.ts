export { Uploads } from "./Uploads.tsx";
export { openWizard } from "./wizard/open.ts";
export type { WizardPatient } from "./wizard/state.ts";

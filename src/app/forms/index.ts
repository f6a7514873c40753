export type { FormDraft } from "../../domain/people/forms.ts";
export { draftFailure, emptyDraft, submittedForm } from "./draft.ts";
export { FormEntry, type FormEntryProps } from "./FormEntry.tsx";
export { FormsTab } from "./FormsTab.tsx";
export { FormViewer } from "./FormViewer.tsx";

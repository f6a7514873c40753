export { EditAnnotationDialog, type EditAnnotationDialogProps, madeAt } from "./EditAnnotationDialog.tsx";
export { EditShortcutDialog } from "./EditShortcutDialog.tsx";
export type { AnnotationHistory } from "./HistoryTab.tsx";
export { entriesOf, type ModalityEntry } from "./modality-entries.ts";

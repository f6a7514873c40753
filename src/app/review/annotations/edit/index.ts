export { EditAnnotationDialog, type EditAnnotationDialogProps } from "./EditAnnotationDialog.tsx";
export { EditShortcutDialog } from "./EditShortcutDialog.tsx";
export type { AnnotationHistory } from "./HistoryTab.tsx";
export { entriesOf, type ModalityEntry } from "./modality-entries.ts";

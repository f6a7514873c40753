import { FilesTab } from "../files/index.ts";
import { FormsTab } from "../forms/index.ts";
import { AnnotationsTab } from "./annotations/AnnotationsTab.tsx";
import { DataTab } from "./DataTab.tsx";
import { tabOf } from "./tab-of.tsx";
import { UploadsTab } from "./uploads/UploadsTab.tsx";

export { PatientPage } from "./PatientPage.tsx";

/** The tabs as components of their routes. */
export const FilesPage = tabOf(FilesTab);
export const FormsPage = tabOf(FormsTab);
export const UploadsPage = tabOf(UploadsTab);
export const DataPage = tabOf(DataTab);
export const AnnotationsPage = tabOf(AnnotationsTab);

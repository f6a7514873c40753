export { listenToDocuments } from "./page-news.ts";
export { usePatientNews } from "./use-patient-news.ts";

export { usePatientNews } from "./use-patient-news.ts";

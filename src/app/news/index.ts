export { followAnnotations, followReviews, followWork, listenToDocuments } from "./page-news.ts";
export { usePatientNews } from "./use-patient-news.ts";
export { movedOf, useWork, type WorkWriter } from "./use-work.ts";

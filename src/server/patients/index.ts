export { adoptRecordings, findOrCreatePatient, findPlace, findWorkspace, type Place } from "./patients.ts";
export { type Scope, type UserScope, visibleRecordings } from "./scope.ts";

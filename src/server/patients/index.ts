export { addPatients, findOrCreatePatient, findPlace, findWorkspace, type Place } from "./patients.ts";
export type { Scope, UserScope } from "./scope.ts";

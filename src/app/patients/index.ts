export { PatientsPage } from "./PatientsPage.tsx";

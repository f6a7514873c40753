export { counted, nameSignals, Repairs } from "../../../domain/edf/repairs.ts";

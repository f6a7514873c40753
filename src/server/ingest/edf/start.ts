export { type LocalTime, readStart, toEpochMs } from "../../../domain/edf/start.ts";

export { foreignFormat } from "../../../domain/edf/foreign.ts";

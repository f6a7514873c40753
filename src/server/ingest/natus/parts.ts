export { type Part, readParts } from "../../../domain/natus/parts.ts";

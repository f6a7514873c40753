export { SourceRefused } from "../../../domain/source-refused.ts";
export { type EdfReader, openEdf } from "./reader.ts";

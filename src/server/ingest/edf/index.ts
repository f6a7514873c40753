export { SourceRefused } from "../../../domain/files/source-refused.ts";
export { type EdfReader, openEdf } from "./reader.ts";

export { SourceRefused } from "../refused.ts";
export { type EdfReader, openEdf } from "./reader.ts";

export { type CnsReader, openCns } from "./reader.ts";

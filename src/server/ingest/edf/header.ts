export { type EdfHeader, type EdfSignal, readHeader } from "../../../domain/edf/header.ts";

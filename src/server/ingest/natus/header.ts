export {
  frequencyDivisors,
  fullRate,
  type GenericHeader,
  genericBytes,
  type RawHeader,
  rawHeaderBytes,
  readGeneric,
  readRawHeader,
  readTable,
} from "../../../domain/natus/header.ts";

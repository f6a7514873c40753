export {
  decodeText,
  fieldInteger,
  fieldNumber,
  fieldText,
  microVoltsPer,
  newTextNotes,
  type TextNotes,
} from "../../../domain/edf/text.ts";

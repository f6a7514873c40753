/** What a header says of each signal (formats.md 1.1, 1.5). */
import { SourceRefused } from "../files/source-refused.ts";
import { countField, type NumberField, type NumberReading, numberField } from "./number.ts";
import { fieldText } from "./text.ts";

export interface EdfSignal {
  index: number;
  label: string;
  transducer: string;
  unit: string;
  /** Null when unreadable. */
  physicalMin: number | null;
  physicalMax: number | null;
  digitalMin: number | null;
  digitalMax: number | null;
  prefilter: string;
  samplesPerRecord: number;
  isAnnotation: boolean;
  /** Bytes of the record before this signal. */
  byteOffset: number;
}

const signalFields = {
  label: 16,
  transducer: 80,
  unit: 8,
  pmin: 8,
  pmax: 8,
  dmin: 8,
  dmax: 8,
  prefilter: 80,
  samples: 8,
};
type SignalField = keyof typeof signalFields;
type Fields = Record<SignalField, Uint8Array[]>;

/** The bytes of every field, field by field and not signal by signal. */
function fieldsOf(bytes: Uint8Array, signalCount: number): Fields {
  const fields = {} as Fields;
  let offset = 0;
  for (const [name, length] of Object.entries(signalFields) as [SignalField, number][]) {
    fields[name] = Array.from({ length: signalCount }, (_, i) =>
      bytes.subarray(offset + i * length, offset + (i + 1) * length),
    );
    offset += signalCount * length;
  }
  return fields;
}

export const overrun = (index: number) =>
  new SourceRefused(`The limits of signal ${index + 1} cannot be read: the fields of the header overrun their places.`);

/**
 * A limit that is no clean number is unknown. Where its text may be a piece of others, `damaged` names the signal: the
 * header can only be used if everything behind that is in its place. @throws SourceRefused
 */
export function parseSignals(
  bytes: Uint8Array,
  signalCount: number,
  reading: NumberReading,
): { signals: EdfSignal[]; damaged: number | null } {
  const fields = fieldsOf(bytes, signalCount);
  const text = (name: SignalField, i: number) => fieldText(fields[name][i], reading.notes);
  let damaged: number | null = null;
  const noteBlank = (field: Uint8Array, value: number | null) => {
    if (value !== null && field[0] === 0x20) reading.notes.hasBlankInFront = true;
  };
  const limit = (name: SignalField, index: number, isWhole: boolean): number | null => {
    const { value, damage }: NumberField = numberField(fields[name][index], reading);
    if (damage === "cut") throw overrun(index);
    if (damage === "text") damaged ??= index;
    noteBlank(fields[name][index], value);
    return value !== null && isWhole && !Number.isInteger(value) ? null : value;
  };
  const signals = fields.label.map((_, index) => {
    const label = text("label", index);
    const limits = {
      physicalMin: limit("pmin", index, false),
      physicalMax: limit("pmax", index, false),
      digitalMin: limit("dmin", index, true),
      digitalMax: limit("dmax", index, true),
    };
    const samplesPerRecord = countField(fields.samples[index], reading);
    if (samplesPerRecord === null || samplesPerRecord < 0) {
      throw new SourceRefused(`The number of samples of signal ${index + 1} cannot be read: the header is damaged.`);
    }
    noteBlank(fields.samples[index], samplesPerRecord);
    return {
      index,
      label: label === "" ? `Signal ${index + 1}` : label,
      transducer: text("transducer", index),
      unit: text("unit", index),
      ...limits,
      prefilter: text("prefilter", index),
      samplesPerRecord,
      isAnnotation: label === "EDF Annotations" || label === "BDF Annotations",
      byteOffset: 0,
    };
  });
  return { signals, damaged };
}

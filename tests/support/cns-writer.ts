/** A small writer of CNS directories for tests: correct by default, and able to break every rule on purpose. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface WrittenEntry {
  first: number | bigint;
  timeUs: number;
  intervalUs: number;
  dataId?: number;
  frameBytes?: number;
}

export interface WrittenStream {
  /** "ABP,na,SampleSeries,Integer,IntelliVue". */
  base: string;
  /** [channel][frame]. */
  values: readonly (readonly number[])[];
  /** How values are stored; by default as the representation says, Composite as 24 bits. */
  form?: "int24" | "int32" | "float32";
  index: readonly WrittenEntry[] | Uint8Array | null;
  /** Default "uV"; null: no settings file. */
  unit?: string | null;
  conversion?: string;
  /** Channel names of a composite stream. */
  channels?: readonly string[];
  /** The settings file as it is. */
  settings?: string | Uint8Array;
  /** Bytes cut off the data (negative) or added. */
  surplusBytes?: number;
  surplusIndexBytes?: number;
}

export interface CnsDirectory {
  name?: string;
  /** Value of an element, or null for none; "" writes no info file. */
  info?: Readonly<Record<string, string | null>> | string | Uint8Array;
  streams?: readonly WrittenStream[];
  /** Files of any other kind in the top folder. */
  files?: Readonly<Record<string, string | Uint8Array>>;
  /** Folders of a segmented directory, by name. */
  segments?: Readonly<Record<string, Omit<CnsDirectory, "name" | "segments">>>;
}

export const startUs = Date.UTC(2024, 4, 16, 9, 33, 8) * 1000;
const bytesOf = { int24: 3, int32: 4, float32: 4 } as const;
const idOf = { int24: 0x85, int32: 0x84, float32: 0x86 } as const;

const formOf = ({ form, base }: WrittenStream) => {
  const representation = base.split(",")[3];
  return form ?? (representation === "Composite" ? "int24" : representation.endsWith("Float") ? "float32" : "int32");
};

/** Entries as bytes. */
export function writeIndex(
  entries: readonly WrittenEntry[],
  form: "int24" | "int32" | "float32",
  channels: number,
): Buffer {
  const bytes = Buffer.alloc(28 * entries.length);
  entries.forEach(({ first, timeUs, intervalUs, dataId, frameBytes }, k) => {
    const at = 28 * k;
    const whole = Math.floor(intervalUs);
    bytes.writeBigUInt64LE(BigInt(first), at);
    bytes.writeBigInt64LE(BigInt(Math.round(timeUs)), at + 8);
    bytes.writeUInt32LE(Math.floor((intervalUs - whole) * 2 ** 32), at + 16);
    bytes.writeUInt32LE(whole, at + 20);
    bytes.writeUInt8(dataId ?? idOf[form], at + 24);
    bytes.writeUInt16LE(frameBytes ?? channels * bytesOf[form], at + 26);
  });
  return bytes;
}

function writeValues(values: readonly (readonly number[])[], form: "int24" | "int32" | "float32"): Buffer {
  const frames = values[0]?.length ?? 0;
  const width = bytesOf[form];
  const bytes = Buffer.alloc(frames * values.length * width);
  for (let i = 0, at = 0; i < frames; i++) {
    for (const channel of values) {
      if (form === "float32") bytes.writeFloatLE(channel[i], at);
      else bytes.writeIntLE(channel[i], at, width);
      at += width;
    }
  }
  return bytes;
}

const resized = (bytes: Buffer, surplus: number): Buffer =>
  surplus < 0
    ? bytes.subarray(0, Math.max(0, bytes.length + surplus))
    : Buffer.concat([bytes, Buffer.alloc(surplus, 7)]);

function settingsOf({ unit = "uV", conversion, channels, base }: WrittenStream): string {
  const [modality, , type, , source] = base.split(",");
  const elements = channels?.map((name) => `<Element type="${modality},${name},${type},Integer,${source}"/>`).join("");
  return `<?xml version="1.0"?><Settings><Units>${unit}</Units>${
    conversion === undefined ? "" : `<SampleConversion>${conversion}</SampleConversion>`
  }${elements === undefined ? "" : `<CompositeElements>${elements}</CompositeElements>`}</Settings>`;
}

function writeFolder(path: string, { info, streams = [], files = {} }: CnsDirectory, infoName: string): void {
  mkdirSync(path, { recursive: true });
  const standard = {
    PatientLastName: "Haagse",
    MedicalRecordNumber: "4711",
    TimeStamp: String(startUs),
    RecordingEndTime: String(startUs + 60e6),
    Timezone: "America/New_York",
  };
  if (typeof info === "string" || info instanceof Uint8Array) {
    if (info.length > 0) writeFileSync(join(path, infoName), info);
  } else {
    const elements = Object.entries({ ...standard, ...info }).filter(([, value]) => value !== null);
    const text = elements.map(([key, value]) => `<${key}>${value}</${key}>`).join("\n ");
    writeFileSync(join(path, infoName), `<?xml version="1.0"?>\n<PatientInfo>\n ${text}\n</PatientInfo>\n`);
  }
  for (const stream of streams) {
    const form = formOf(stream);
    writeFileSync(
      join(path, `${stream.base},data`),
      resized(writeValues(stream.values, form), stream.surplusBytes ?? 0),
    );
    if (stream.index !== null) {
      const bytes =
        stream.index instanceof Uint8Array
          ? Buffer.from(stream.index)
          : writeIndex(stream.index, form, stream.values.length);
      writeFileSync(join(path, `${stream.base},index`), resized(bytes, stream.surplusIndexBytes ?? 0));
    }
    if (stream.unit !== null || stream.settings !== undefined) {
      writeFileSync(join(path, `${stream.base},settings`), stream.settings ?? settingsOf(stream));
    }
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
}

/** Writes the directory into `parent` and returns its path. */
export function writeCns(parent: string, directory: CnsDirectory): string {
  const path = join(parent, directory.name ?? "Patient_2024_May_16__9_33_08_427295");
  writeFolder(path, directory, directory.segments ? "admission.info" : "patient.info");
  for (const [name, segment] of Object.entries(directory.segments ?? {})) {
    writeFolder(join(path, name), segment, "patient.info");
  }
  return path;
}

/** A ramp that differs by channel. */
export const ramp = (frames: number, channel = 0): number[] =>
  Array.from({ length: frames }, (_, i) => ((i * 37 + channel * 1009) % 60_000) - 30_000);

/** Waves at 125 Hz with one index entry. */
export const wave = (frames: number, more: Partial<WrittenStream> = {}): WrittenStream => ({
  base: "ABP,na,SampleSeries,Integer,IntelliVue",
  values: [ramp(frames)],
  index: [{ first: 0, timeUs: startUs, intervalUs: 8000 }],
  unit: "mmHg",
  conversion: "-32768,32768,-819.2,819.2",
  ...more,
});

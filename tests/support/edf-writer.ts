/** A small EDF, EDF+, BDF and BDF+ writer for tests and benches: correct by default, and able to break every rule on purpose. */

export interface WrittenSignal {
  label?: string | Uint8Array;
  transducer?: string;
  unit?: string | Uint8Array;
  physicalMin?: number | string;
  physicalMax?: number | string;
  digitalMin?: number | string;
  digitalMax?: number | string;
  prefilter?: string;
  samplesPerRecord: number;
  /** Digital value of sample `i`, counted from the first record on. Default: a ramp. */
  sample?: (i: number) => number;
}

export interface WrittenAnnotation {
  onset: number | string;
  duration?: number | string;
  text: string;
  /** Record that carries it; default the first. */
  record?: number;
}

export interface EdfFile {
  /** Decides sample width, version bytes, the reserved field and the annotation signal. Default "EDF". */
  format?: "EDF" | "EDF+C" | "EDF+D" | "BDF" | "BDF+C" | "BDF+D";
  patient?: string | Uint8Array;
  recording?: string | Uint8Array;
  startDate?: string;
  startTime?: string;
  records?: number;
  recordSeconds?: number | string;
  signals: readonly WrittenSignal[];
  annotations?: readonly WrittenAnnotation[];
  /** Text of each record's time-keeping list; default the gap-free time. Null: that record has none. */
  onsets?: readonly (string | null)[];
  /** Annotation signals (the first keeps time), each of so many bytes a record. Default one of 120 in plus files. */
  annotationSignals?: number;
  annotationBytes?: number;
  /** Where the annotation signals stand among the others; default behind them. */
  annotationsFirst?: boolean;
  /** Fixed header fields as written, whatever is true. */
  version?: string | Uint8Array;
  headerBytes?: string;
  reserved?: string;
  recordCount?: string;
  /** Pads fields with this byte; default a space. */
  padding?: number;
  /** Bytes cut off (negative) or added at the end. */
  surplusBytes?: number;
}

const fieldLengths = {
  label: 16,
  transducer: 80,
  unit: 8,
  physicalMin: 8,
  physicalMax: 8,
  digitalMin: 8,
  digitalMax: 8,
  prefilter: 80,
  samplesPerRecord: 8,
  reserved: 32,
};

const latin1 = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

interface Filled extends WrittenSignal {
  /** Number among the annotation signals, or null. */
  annotation: number | null;
}

/** The bytes of the file. @throws RangeError when a field or the annotations of a record do not fit. */
export function writeEdf(file: EdfFile): Uint8Array {
  const width = widthOf(file);
  const records = file.records ?? 1;
  const signals = allSignals(file);
  const parts = [edfHeader(file)];
  for (let record = 0; record < records; record++) {
    for (const signal of signals) parts.push(recordPart(file, signal, record, width));
  }
  const whole = Buffer.concat(parts);
  const surplus = file.surplusBytes ?? 0;
  if (surplus <= 0) return new Uint8Array(whole.subarray(0, whole.length + surplus));
  return new Uint8Array(Buffer.concat([whole, new Uint8Array(surplus).fill(0x55)]));
}

/** The header alone, for files too long to be made in memory. @throws RangeError when a field does not fit. */
export function edfHeader(file: EdfFile): Uint8Array {
  return header(file, file.format ?? "EDF", allSignals(file));
}

const widthOf = ({ format }: EdfFile) => (format?.startsWith("BDF") ? 3 : 2);

function allSignals(file: EdfFile): Filled[] {
  const carriers = annotationCarriers(file, widthOf(file));
  const ordinary: Filled[] = file.signals.map((s) => ({ ...s, annotation: null }));
  return file.annotationsFirst ? [...carriers, ...ordinary] : [...ordinary, ...carriers];
}

function annotationCarriers(file: EdfFile, width: number): Filled[] {
  const isPlus = (file.format ?? "EDF").includes("+");
  const count = file.annotationSignals ?? (isPlus ? 1 : 0);
  const samplesPerRecord = Math.ceil((file.annotationBytes ?? 120) / width);
  return Array.from({ length: count }, (_, annotation) => ({
    label: width === 3 ? "BDF Annotations" : "EDF Annotations",
    physicalMin: -1,
    physicalMax: 1,
    samplesPerRecord,
    annotation,
  }));
}

function header(file: EdfFile, format: string, signals: readonly Filled[]): Uint8Array {
  const bytes = new Uint8Array(256 * (signals.length + 1)).fill(file.padding ?? 0x20);
  const put = (offset: number, length: number, value: string | Uint8Array) => {
    const field = typeof value === "string" ? latin1(value) : value;
    if (field.length > length) throw new RangeError(`"${value}" does not fit into ${length} bytes`);
    bytes.set(field, offset);
  };
  const isBdf = format.startsWith("BDF");
  put(0, 8, file.version ?? (isBdf ? "\u00ffBIOSEMI" : "0"));
  put(8, 80, file.patient ?? "X X X X");
  put(88, 80, file.recording ?? "Startdate 02-MAR-2020 X X X");
  put(168, 8, file.startDate ?? "02.03.20");
  put(176, 8, file.startTime ?? "10.20.30");
  put(184, 8, file.headerBytes ?? String(bytes.length));
  put(192, 44, file.reserved ?? (format.includes("+") ? format : isBdf ? "24BIT" : ""));
  put(236, 8, file.recordCount ?? String(file.records ?? 1));
  put(244, 8, String(file.recordSeconds ?? 1));
  put(252, 4, String(signals.length));
  const limit = isBdf ? 8_388_607 : 32_767;
  let offset = 256;
  for (const [name, length] of Object.entries(fieldLengths)) {
    for (const signal of signals) {
      const values: Record<string, string | Uint8Array | number> = {
        label: "Fp1",
        transducer: "",
        unit: "uV",
        physicalMin: -3276.8,
        physicalMax: 3276.7,
        digitalMin: -limit - 1,
        digitalMax: limit,
        prefilter: "",
        reserved: "",
        ...(signal.annotation === null ? {} : { unit: "" }),
        ...Object.fromEntries(Object.entries(signal).filter(([, v]) => v !== undefined && v !== null)),
      };
      const value = values[name];
      put(offset, length, typeof value === "number" ? String(value) : value);
      offset += length;
    }
  }
  return bytes;
}

function recordPart(file: EdfFile, signal: Filled, record: number, width: number): Uint8Array {
  const n = signal.samplesPerRecord;
  if (signal.annotation !== null) return annotationPart(file, signal.annotation, record, n * width);
  const bytes = new Uint8Array(n * width);
  const sample = signal.sample ?? ((i: number) => i % 1000);
  for (let i = 0; i < n; i++) {
    const value = sample(record * n + i);
    for (let b = 0; b < width; b++) bytes[i * width + b] = (value >> (8 * b)) & 0xff;
  }
  return bytes;
}

const signed = (value: number | string) =>
  typeof value === "string" ? value : value < 0 ? String(value) : `+${value}`;

function annotationPart(file: EdfFile, carrier: number, record: number, length: number): Uint8Array {
  const lists: string[] = [];
  if (carrier === 0) {
    const usual = signed(record * Number(file.recordSeconds ?? 1));
    const onset = file.onsets === undefined ? usual : file.onsets[record];
    if (typeof onset === "string") lists.push(`${onset}\x14\x14\0`);
  }
  const isLast = carrier === (file.annotationSignals ?? 1) - 1;
  for (const { onset, duration, text, record: at } of isLast ? (file.annotations ?? []) : []) {
    if ((at ?? 0) !== record) continue;
    lists.push(`${signed(onset)}${duration === undefined ? "" : `\x15${duration}`}\x14${text}\x14\0`);
  }
  const bytes = new Uint8Array(length);
  const content = new TextEncoder().encode(lists.join(""));
  if (content.length > length) throw new RangeError(`The annotations of record ${record} need ${content.length} bytes`);
  bytes.set(content);
  return bytes;
}

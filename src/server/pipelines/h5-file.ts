/**
 * Writes series of values as HDF5 (README.md "The file"), piece by piece: on a thread of its own, as the library is synchronous.
 * What was written is read back once before it counts, because the library does not say when a disk is full.
 */
import { type Dataset, File as H5File, ready } from "h5wasm/node";

/** What is said of an output: names and units of its columns ("": none), and attributes of its group. */
export interface OutputFacts {
  columns: readonly string[];
  units: readonly string[];
  attributes: Readonly<Record<string, string | number>>;
}

/** Rows of a chunk, at most; a chunk of a table has about as many values. */
const chunkValues = 16_384;
/** Values that are read back at once. */
const checkedValues = 1 << 20;

export class ResultNotWritten extends Error {
  override readonly name = "ResultNotWritten";
}

/** 64-bit sums that notice every changed, absent or exchanged value. */
class Sum {
  private a = 1;
  private b = 0;
  add(bytes: Uint8Array): void {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    for (const word of words) {
      this.a = (this.a + word) >>> 0;
      this.b = (this.b + this.a) >>> 0;
    }
  }
  get value(): string {
    return `${this.a} ${this.b}`;
  }
}

const bytesOf = (values: Float64Array | BigInt64Array) =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** One output: a group with `time` and `values`. */
class OutputWriter {
  private rows = 0;
  private readonly time: Dataset;
  private readonly values: Dataset;
  readonly sums = { time: new Sum(), values: new Sum() };

  constructor(
    private readonly file: H5File,
    readonly name: string,
    private readonly width: number,
  ) {
    const group = file.create_group(name);
    const chunkRows = Math.max(1, Math.floor(chunkValues / width));
    const growing = { maxshape: [null, width] as never, chunks: [chunkRows, width] };
    group.create_dataset({
      name: "time",
      data: new BigInt64Array(0),
      dtype: "<q",
      shape: [0],
      maxshape: [null] as never,
      chunks: [chunkRows],
    });
    group.create_dataset({ name: "values", data: new Float64Array(0), dtype: "<d", shape: [0, width], ...growing });
    this.time = file.get(`${name}/time`) as Dataset;
    this.values = file.get(`${name}/values`) as Dataset;
  }

  write(timesMs: readonly number[], values: Float64Array): void {
    const to = this.rows + timesMs.length;
    if (to === this.rows) return;
    const times = BigInt64Array.from(timesMs, (ms) => BigInt(Math.round(ms * 1000)));
    this.time.resize([to]);
    this.time.write_slice([[this.rows, to]], times);
    this.values.resize([to, this.width]);
    this.values.write_slice([[this.rows, to], [0, this.width]], values); // biome-ignore format: ranges
    this.sums.time.add(bytesOf(times));
    this.sums.values.add(bytesOf(values));
    this.rows = to;
  }

  describe({ columns, units, attributes }: OutputFacts): void {
    const group = this.file.get(this.name) as ReturnType<H5File["create_group"]>;
    this.time.create_attribute("units", "microseconds since 1970-01-01 UTC");
    this.values.create_attribute("columns", [...columns]);
    this.values.create_attribute(
      "units",
      units.map((unit) => unit || "1"),
    );
    // Left to itself the library takes whole numbers for int32, which some of them overflow.
    for (const [name, value] of Object.entries(attributes))
      group.create_attribute(name, value, null, typeof value === "number" ? "<d" : null);
  }

  /** @throws ResultNotWritten unless the file holds what was written */
  check(file: H5File): void {
    const stored = [file.get(`${this.name}/time`), file.get(`${this.name}/values`)] as Dataset[];
    const sums = [new Sum(), new Sum()];
    const step = Math.max(1, Math.floor(checkedValues / this.width));
    if (stored.some((each) => each?.shape?.[0] !== this.rows)) throw new ResultNotWritten("A dataset is too short.");
    for (let at = 0; at < this.rows; at += step) {
      const to = Math.min(this.rows, at + step);
      sums[0].add(bytesOf(stored[0].slice([[at, to]]) as BigInt64Array));
      sums[1].add(bytesOf(stored[1].slice([[at, to], [0, this.width]]) as Float64Array)); // biome-ignore format: ranges
    }
    if (sums[0].value !== this.sums.time.value || sums[1].value !== this.sums.values.value)
      throw new ResultNotWritten("What was read back is not what was written.");
  }
}

export interface ResultFile {
  output(name: string, width: number): OutputWriter;
  /** Closes it and reads it back. @throws ResultNotWritten */
  finish(): void;
  /** Lets go of it, whatever state it is in. */
  drop(): void;
}

/** `root`: attributes of the file. */
export async function createResultFile(path: string, root: Readonly<Record<string, string>>): Promise<ResultFile> {
  await ready;
  const file = new H5File(path, "w");
  const outputs: OutputWriter[] = [];
  for (const [name, value] of Object.entries(root)) file.create_attribute(name, value);
  return {
    output(name, width) {
      const made = new OutputWriter(file, name, width);
      outputs.push(made);
      return made;
    },
    finish() {
      file.flush();
      file.close();
      const stored = new H5File(path, "r");
      try {
        for (const output of outputs) output.check(stored);
      } finally {
        stored.close();
      }
    },
    drop: () => void file.close(),
  };
}

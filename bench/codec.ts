/** The lossless code of sample pages on the demo's EEG, one thread: pages as the feed asks for them, copies in and out included. */
import { openDemoSource } from "../src/server/ingest/demo/index.ts";
import { type BlockShape, decodeBlock, encodeBlock } from "../src/signal/codec.ts";
import { openCore } from "../src/signal/node.ts";
import { median } from "./statistics.ts";
import type { BenchGroup, BenchResult } from "./types.ts";

const seconds = 600;
/** Samples of a page: 512 KiB at most, a power of two. */
const count = 8192;
const rounds = 15;

export const codecBenches: BenchGroup = {
  ids: ["codec.ratio", "codec.decode", "codec.encode"],
  async run(): Promise<BenchResult[]> {
    const core = openCore();
    const pages = await demoPages();
    const shape: BlockShape = { kind: "int16", rows: pages[0].length / count, count };
    const coded = pages.map((page) => encodeBlock(core, page, shape) ?? new Uint8Array(page.buffer));
    const bytes = (all: readonly { byteLength: number }[]) => all.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const seen = { encode: [] as number[], decode: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      seen.encode.push(
        timeOf(() => {
          for (const page of pages) encodeBlock(core, page, shape);
        }),
      );
      seen.decode.push(
        timeOf(() => {
          for (const page of coded) decodeBlock(core, page, shape);
        }),
      );
    }
    const rate = (ms: readonly number[]) => bytes(pages) / median(ms) / 1000;
    const note = `${pages.length} pages of ${shape.rows} int16 channels x ${count} samples of the demo`;
    const figure = (id: string, value: number, unit: string, text: string): BenchResult => ({
      id,
      value,
      unit,
      better: "higher",
      note: text,
    });
    return [
      figure("codec.ratio", bytes(pages) / bytes(coded), "x", note),
      figure("codec.decode", rate(seen.decode), "MB/s", `of int16, median of ${rounds} rounds; ${note}`),
      figure("codec.encode", rate(seen.encode), "MB/s", `of int16, median of ${rounds} rounds; ${note}`),
    ];
  },
};

function timeOf(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Pages [channel][count] of the demo's EEG; a page that reaches into its gap is left out. */
async function demoPages(): Promise<Int16Array[]> {
  const source = openDemoSource({ durationSeconds: seconds });
  const eeg = source.head.groups.findIndex(({ kind }) => kind === "eeg");
  const pages: Int16Array[] = [];
  for await (const block of source.blocks()) {
    if (block.group !== eeg) continue;
    const rows = block.data.length / block.count;
    for (let from = 0; from + count <= block.count; from += count) {
      const page = new Int16Array(rows * count);
      for (let row = 0; row < rows; row++) {
        const at = row * block.count + from;
        page.set(block.data.subarray(at, at + count), row * count);
      }
      pages.push(page);
    }
  }
  return pages;
}

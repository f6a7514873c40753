/** How fast an EDF file becomes a recording, everything on the disk, beside the time its plain copy takes. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { copyFile, open, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { startImport } from "../src/server/ingest/start-import.ts";
import { openDatabase } from "../src/server/platform/database/database.ts";
import { edfHeader } from "../tests/support/edf-writer.ts";
import { defaultPlace } from "../tests/support/places.ts";
import { median } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const shape = { channels: 22, samplingHz: 256, seconds: 24 * 3600 } as const;
const repetitions = 3;

export const importBenches: BenchGroup = {
  ids: ["import.mbps", "import.cp.mbps"],
  async run(context) {
    const file = join(context.cacheDir, `noise-${shape.channels}x${shape.samplingHz}x${shape.seconds}.edf`);
    if (!existsSync(file)) {
      context.log("Writing an EDF file of 24 h, once ...");
      await writeNoise(file);
    }
    const megabytes = (await stat(file)).size / 1e6;
    const scratch = mkdtempSync(join(context.cacheDir, "import-"));
    try {
      await readThrough(file);
      const copies = await timesOf(() => copyDurably(file, join(scratch, "copy.edf")));
      const imports = await importTimes(context, file, scratch);
      const note = `${Math.round(megabytes)} MB, best of ${repetitions} (median`;
      const result = (id: string, times: number[], what: string): BenchResult => ({
        id,
        value: megabytes / Math.min(...times),
        unit: "MB/s",
        better: "higher",
        note: `${what}, ${note} ${(megabytes / median(times)).toFixed(0)} MB/s)`,
      });
      return [
        result("import.mbps", imports, "EDF, 22 channels at 256 Hz, samples and levels, synced and published"),
        result("import.cp.mbps", copies, "copy of the same file, synced"),
      ];
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
};

async function importTimes({ log }: BenchContext, file: string, scratch: string): Promise<number[]> {
  const dataDir = join(scratch, "data");
  const database = await openDatabase({ dataDir });
  try {
    const place = await defaultPlace(database.drizzle);
    return await timesOf(
      async () => {
        const { done } = startImport({
          source: { kind: "file", path: file, name: "noise.edf" },
          dataDir,
          timezone: "UTC",
          place,
          patientId: "BENCH",
        });
        log(`Imported as recording ${await done}`);
      },
      join(dataDir, "recordings"),
    );
  } finally {
    await database.close();
  }
}

/** Seconds of each repetition; `leftover` is removed after it, untimed. */
async function timesOf(work: () => Promise<unknown>, leftover?: string): Promise<number[]> {
  const times: number[] = [];
  for (let k = 0; k < repetitions; k++) {
    const begun = performance.now();
    await work();
    times.push((performance.now() - begun) / 1000);
    if (leftover !== undefined) rmSync(leftover, { recursive: true, force: true });
  }
  return times;
}

async function copyDurably(from: string, to: string): Promise<void> {
  rmSync(to, { force: true });
  await copyFile(from, to);
  const handle = await open(to, "r+");
  await handle.sync();
  await handle.close();
}

/** Fills the page cache, so that both ways begin alike. */
async function readThrough(file: string): Promise<void> {
  const handle = await open(file, "r");
  const bytes = new Uint8Array(4 * 1024 * 1024);
  while ((await handle.read(bytes, 0, bytes.length, null)).bytesRead > 0);
  await handle.close();
}

/** An EDF file with one record a second: a random walk, so that neighbouring samples resemble each other as EEG does. */
async function writeNoise(file: string): Promise<void> {
  const { channels, samplingHz, seconds } = shape;
  const header = edfHeader({
    recording: "Startdate X X X X",
    startDate: "14.01.26",
    startTime: "13.30.00",
    records: seconds,
    recordSeconds: 1,
    signals: Array.from({ length: channels }, (_, c) => ({ label: `EEG ${c + 1}`, samplesPerRecord: samplingHz })),
  });
  const handle = await open(`${file}.part`, "w");
  await handle.write(header);
  const record = new Int16Array(channels * samplingHz);
  const batch = new Int16Array(record.length * 60);
  const level = new Float64Array(channels);
  let state = 1;
  for (let second = 0; second < seconds; second += 60) {
    const records = Math.min(60, seconds - second);
    for (let r = 0; r < records; r++) {
      for (let i = 0; i < record.length; i++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
        const c = Math.floor(i / samplingHz);
        level[c] = level[c] * 0.99 + (state >> 22);
        record[i] = level[c];
      }
      batch.set(record, r * record.length);
    }
    await handle.write(new Uint8Array(batch.buffer, 0, records * record.byteLength));
  }
  await handle.close();
  await rename(`${file}.part`, file);
}

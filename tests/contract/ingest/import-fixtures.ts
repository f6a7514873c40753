/** Small EDF files and readers made by code, and the command line as a child process. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Channel } from "../../../src/protocol/recordings.ts";
import type { SourceBlock, SourceReader } from "../../../src/server/recordings/types.ts";
import { writeEdf } from "../../support/edf-writer.ts";

export const newFolder = () => mkdtempSync(join(tmpdir(), "connect-import-"));

/** Deterministic sample of a channel. */
export const sampleAt = (channel: number, index: number): number =>
  ((Math.imul(index + 1, 2_654_435_761) >>> 12) % 4000) - 2000 + channel;

/** Writes an EDF file of one-second records; its header names a person, who must never be seen again. */
export function writeNight(path: string, { channels = 4, samplingHz = 256, seconds = 20 } = {}): string {
  const bytes = writeEdf({
    patient: "4711 F 02-MAY-1951 Haagse_Harry",
    recording: "Startdate 02-MAR-2019 X X X",
    startDate: "02.03.19",
    startTime: "22.10.05",
    records: seconds,
    recordSeconds: 1,
    signals: Array.from({ length: channels }, (_, c) => ({
      label: `EEG ${c + 1}`,
      samplesPerRecord: samplingHz,
      sample: (i) => sampleAt(c, i),
    })),
  });
  writeFileSync(path, bytes);
  return path;
}

const channelOf = (source_index: number): Channel => ({
  source_index,
  label: `C${source_index}`,
  unit: "uV",
  gain: 1,
  offset: 0,
  is_uncalibrated: false,
  prefilter: "",
  transducer: "",
});

/** A source of one group at 100 Hz whose blocks begin at the given milliseconds after the start. */
export function blockReader(
  blocks: readonly { ms: number; count: number }[],
  more: Partial<{
    annotations: number;
    failAfter: number;
    error: Error;
    beforeBlock: (k: number) => Promise<void>;
  }> = {},
): SourceReader {
  const startMs = Date.UTC(2020, 1, 3);
  const head: SourceReader["head"] = {
    objType: "EDF",
    startMs,
    isStartKnown: true,
    timezone: "UTC",
    groups: [
      {
        modality: "EEG",
        kind: "eeg",
        sampling_hz: 100,
        sample_type: "int16",
        missing_code: null,
        channels: [channelOf(0), channelOf(1)],
      },
    ],
    sizeBytes: blocks.reduce((sum, { count }) => sum + 4 * count, 0),
  };
  async function* stream(): AsyncGenerator<SourceBlock> {
    let bytesRead = 0;
    for (const [k, { ms, count }] of blocks.entries()) {
      if (more.failAfter === k) throw more.error ?? new Error("the reader broke");
      await more.beforeBlock?.(k);
      const data = Int16Array.from({ length: 2 * count }, (_, i) => sampleAt(i < count ? 0 : 1, (i % count) + ms));
      bytesRead += data.byteLength;
      yield { group: 0, startMs: startMs + ms, count, data, bytesRead };
    }
  }
  const annotations = Array.from({ length: more.annotations ?? 0 }, (_, k) => ({
    start_time: startMs + k,
    end_time: startMs + k,
    text: `mark ${k}`,
  }));
  return { head, blocks: stream, finish: () => ({ annotations, repairs: [] }) };
}

const root = new URL("../../..", import.meta.url).pathname;

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Runs the built command line; `prefix` is put before it in a shell. */
export function runImport(args: readonly string[], prefix = ""): { child: ChildProcess; finished: Promise<Finished> } {
  const command = [process.execPath, join(root, "dist/server/import.js"), ...args];
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("/bin/sh", ["-c", `${prefix} exec ${quoted}`], { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (part) => {
    stdout += part;
  });
  child.stderr?.on("data", (part) => {
    stderr += part;
  });
  const finished = new Promise<Finished>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, finished };
}

/** Names in the folder of recordings, hidden ones included. */
export function storedNames(dataDir: string): string[] {
  const folder = join(dataDir, "recordings");
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

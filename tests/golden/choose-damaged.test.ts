/** Damaged recordings: what the wizard says of them is what the server says, and what is sent without names is read as before. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { inspectEdf } from "../../src/app/upload/choose/inspect-edf.ts";
import { inspectNatus } from "../../src/app/upload/choose/inspect-natus.ts";
import type { Candidate } from "../../src/app/upload/choose/types.ts";
import { SourceRefused } from "../../src/domain/files/source-refused.ts";
import { bytesSource } from "../../src/server/ingest/byte-source.ts";
import { openEdf } from "../../src/server/ingest/edf/index.ts";
import { openNatus } from "../../src/server/ingest/natus/index.ts";
import type { SourceReader } from "../../src/server/recordings/types.ts";
import { writeEdf } from "../support/edf-writer.ts";
import { damaged, oneOf, type Random, randomFrom } from "../support/mutations.ts";
import { memoryFolder, type StudyBytes, writeStudy } from "../support/natus-writer.ts";
import { chosenDirectory, chosenFile, sentBytes } from "./chosen-files.ts";

/** So many of each kind. */
const cases = Number(process.env.FUZZ_CASES ?? 50);
const seeds = Array.from({ length: cases }, (_, k) => k + Number(process.env.FUZZ_SEED ?? 0));
const options = { timezone: "UTC" };

interface Read {
  /** The sentence with which it is refused, or null; whether that was known before the samples were read. */
  refusal: string | null;
  isOpened: boolean;
  channels: number;
  startMs: number | null;
  repairs: readonly string[];
  /** Of all samples and their times. */
  digest: string;
}

/** Reads everything. Anything but a sentence is an error. */
async function readAll(open: () => Promise<SourceReader>): Promise<Read> {
  const read: Read = { refusal: null, isOpened: false, channels: 0, startMs: null, repairs: [], digest: "" };
  try {
    const reader = await open();
    const { groups, startMs, isStartKnown } = reader.head;
    read.isOpened = true;
    read.channels = groups.reduce((sum, { channels }) => sum + channels.length, 0);
    read.startMs = isStartKnown ? startMs : null;
    const hash = createHash("sha256");
    for await (const { group, startMs: blockMs, count, data } of reader.blocks()) {
      hash.update(`${group} ${blockMs} ${count}`).update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    }
    read.digest = hash.digest("hex");
    read.repairs = reader.finish().repairs;
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    read.refusal = error.message;
  }
  return read;
}

/** What the wizard knows must be so; samples it does not read. */
async function expectAgreement(chosen: Candidate, server: Read, again: (sent: StudyBytes) => Promise<Read>) {
  if (chosen.error !== null || !server.isOpened) {
    expect(chosen.error).toBe(server.refusal);
    return;
  }
  expect(chosen.facts.channels).toBe(server.channels);
  expect(chosen.facts.startMs === null).toBe(server.startMs === null);
  if (server.refusal !== null) return;
  const own = /will not be sent|^Notes are searched|^Annotations are/;
  expect(chosen.warnings.filter((sentence) => !own.test(sentence) && !server.repairs.includes(sentence))).toEqual([]);
  if (chosen.findings.length === 0) return;
  const sent = await sentBytes(chosen.source(true));
  const read = await again(new Map([...sent].map(([path, bytes]) => [path.slice(path.indexOf("/") + 1), bytes])));
  expect([read.refusal, read.digest]).toEqual([null, server.digest]);
}

const signals = [{ samplesPerRecord: 7 }, { samplesPerRecord: 3, unit: "mmHg" }];
const patient = "4711 F 12-MAY-1971 Haagse";
const recordings = (["EDF", "EDF+C", "EDF+D", "BDF+D"] as const).flatMap((format) =>
  [1, 0].map((recordSeconds) => {
    const onsets = Array.from({ length: 12 }, (_, k) => `+${k + (k > 6 && format.endsWith("D") ? 30 : 0)}`);
    const annotations = format === "EDF" ? [] : [{ onset: 3, duration: 2, text: "Haagse moves" }];
    return writeEdf({ format, signals, records: 12, recordSeconds, onsets, annotations, patient });
  }),
);
const stamps = ["+99999999999", "+1e5", "-3", "+5\x15-3", "", "+", "+3,5", "3.5", "+0.0000000001", "+NaN", "\x14"];
const fields = ["-1", "0", "1e9", "NaN", "1e-30", "\0\0\0", "0x10", "+0", ".", "", "1,5", "7 8", "1e308"];

/** Headers, stamps, or bytes anywhere. */
function otherRecording(whole: Uint8Array, random: Random): Uint8Array {
  const text = Buffer.from(whole).toString("latin1");
  const count = Number(text.slice(252, 256));
  if (random(3) === 0) return damaged(whole, random);
  if (random(2) === 0) {
    const ofSignal = 256 + count * oneOf(random, [104, 112, 120, 128, 216]) + 8 * random(count);
    const at = oneOf(random, [168, 176, 184, 236, 244, ofSignal]);
    return Buffer.from(text.slice(0, at) + oneOf(random, fields).padEnd(8) + text.slice(at + 8), "latin1");
  }
  const all = [...text.matchAll(new RegExp(`[+-][\\d.]+${"\x14"}`, "g"))];
  if (all.length === 0) return damaged(whole, random);
  const { index, 0: stamp } = oneOf(random, all);
  const put = `${oneOf(random, stamps)}\x14`;
  const rest = text.slice(index + stamp.length, index + 60).slice(0, 60 - put.length);
  return Buffer.from(text.slice(0, index) + (put + rest).padEnd(60, "\0") + text.slice(index + 60), "latin1");
}

describe("damaged recordings are the same to the wizard and to the server", () => {
  it("EDF and BDF", async () => {
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const bytes = Uint8Array.from(otherRecording(oneOf(random, recordings), random));
      const read = (one: Uint8Array) => readAll(() => openEdf(bytesSource(one), options));
      const chosen = await inspectEdf(chosenFile("night.edf", bytes));
      await expectAgreement(chosen, await read(bytes), (sent) => read([...sent.values()][0]));
    }
  });

  it("Natus", async () => {
    const notes = [{ text: "Doe sleeps", stamp: 20, channelNames: ["a", "b", "c"] }];
    const parts = [[{ stamp: 5, samples: 60 }, { samples: 40 }], [{ stamp: 300, samples: 70 }]];
    const studies = [
      writeStudy({ channels: 3, parts, notes }),
      writeStudy({ channels: 9, parts, notes, shorted: [0, 8] }),
    ];
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const files = new Map([...oneOf(random, studies)].map(([name, bytes]) => [name, Uint8Array.from(bytes)]));
      for (let k = random(3); k >= 0; k--) {
        const name = oneOf(random, [...files.keys()]);
        const bytes = files.get(name) ?? new Uint8Array();
        const behind = Math.min(bytes.length, oneOf(random, [0, 16, 352, 408, 8656]));
        if (random(12) === 0) files.delete(name);
        else
          files.set(name, Uint8Array.from([...bytes.subarray(0, behind), ...damaged(bytes.subarray(behind), random)]));
      }
      const read = (one: StudyBytes) => readAll(() => openNatus(memoryFolder(one), options));
      await expectAgreement(await inspectNatus(chosenDirectory("Doe", files)), await read(files), read);
    }
  });
});

it.each([
  ["all alike", ["+0", "+0", "+0"]],
  ["closer than samples can lie", ["+0", "+0.0000000001", "+0.0000000002"]],
])("records of 0 s whose stamps are %s are refused before they are sent", async (_, onsets) => {
  const bytes = writeEdf({ format: "EDF+D", signals, records: 3, recordSeconds: 0, onsets });
  const refusal = "The header gives data records a duration of 0 s, so the samples have no time.";
  expect((await inspectEdf(chosenFile("night.edf", bytes))).error).toBe(refusal);
  expect((await readAll(() => openEdf(bytesSource(bytes), options))).refusal).toBe(refusal);
});

/** The times of a CNS directory's info file: what the wizard takes, the server takes, and both say the same of what is damaged. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { inspectCns } from "../../src/app/upload/choose/inspect-cns.ts";
import { cnsNameOf } from "../../src/domain/upload/cns-identity.ts";
import { startUs, wave, writeCns, writeIndex } from "../support/cns-writer.ts";
import { chosenFolder } from "./chosen-files.ts";
import { every, inFolder, readCns, roundTrip } from "./cns-reading.ts";

const streams = [
  {
    base: "ABP,na,SampleSeries,Integer,IntelliVue",
    values: [[1, 2, 3]],
    index: writeIndex([{ first: 0, timeUs: startUs, intervalUs: 8000 }], "int32", 1),
  },
];

/** What both say: a refusal, or the wizard's times and the sentences of both about them. */
async function said(info: Record<string, string>) {
  return inFolder(async (folder) => {
    const path = writeCns(folder, { info, streams });
    const chosen = await inspectCns(chosenFolder(join(path)));
    const read = await readCns(path).catch((error: unknown) => error as Error);
    const isTold = (sentence: string) => sentence.includes("RecordingEndTime");
    return {
      atChoice: chosen.error ?? chosen.warnings.filter(isTold),
      atIngest: read instanceof Error ? read.message : read.repairs.filter(isTold),
      times: [chosen.facts.startMs, chosen.facts.endMs],
    };
  });
}

const no = [null, null];
const unread = (keys: string) => `patient.info does not give ${keys} in microseconds since 1970.`;

it.each([
  ...[
    "Haagse",
    "-5",
    "+5",
    "0",
    "000",
    "1.5",
    "1715851988427295.0",
    "1,5",
    "1e15",
    "0x5",
    "17158519884272951",
    "\u0661",
  ],
  ...["1715851988427295 ms", "17158519 88427295", "2024-05-16", "NaN", "9999999999999999"],
])("a start of %j is no time, and not 0 or another one", async (written) => {
  const sentence = unread("TimeStamp");
  expect(await said({ TimeStamp: written })).toEqual({ atChoice: sentence, atIngest: sentence, times: no });
});

it.each(["soon", "-1", "1.5", "1e3"])("an end of %j is none", async (written) => {
  const sentence = unread("RecordingEndTime");
  expect(await said({ RecordingEndTime: written })).toEqual({ atChoice: sentence, atIngest: sentence, times: no });
  const both = unread("TimeStamp and RecordingEndTime");
  expect(await said({ TimeStamp: "x", RecordingEndTime: written })).toMatchObject({ atChoice: both, atIngest: both });
});

it.each([
  "0",
  "1",
  String(startUs),
])("an end of %s does not lie behind the start, and is not known", async (written) => {
  const sentences = ["The RecordingEndTime of patient.info does not lie behind its TimeStamp."];
  expect(await said({ RecordingEndTime: written })).toEqual({
    atChoice: sentences,
    atIngest: sentences,
    times: [startUs / 1000, null],
  });
});

it("microseconds are read as they are written, with blanks around them", async () => {
  const written = { TimeStamp: ` ${startUs}\n`, RecordingEndTime: `000${startUs + 5}` };
  expect(await said(written)).toEqual({ atChoice: [], atIngest: [], times: [startUs / 1000, (startUs + 5) / 1000] });
});

it("a directory is called by its start to the microsecond", () => {
  for (let k = 0; k < 5000; k++) {
    const us = 1_400_000_000_000_000 + k * 77_777_777_777;
    expect(cnsNameOf(us)?.slice(-6)).toBe(String(us % 1_000_000).padStart(6, "0"));
  }
});

it.each([
  ["the first, 100 days early", 0, -100.5, "100 days"],
  ["the last, a day and a half late", 11, 1.5, "1 day"],
  ["the last, 14 hours late", 11, 14 / 24, null],
])("a time of an index that lies days outside of what was recorded is told: %s", async (_, which, days, told) => {
  const index = every(12, (k) => ({
    first: k * 50,
    timeUs: startUs + k * 400_000 + (k === which ? days * 86_400e6 : 0),
    intervalUs: 8000,
  }));
  const { repairs, groups } = await roundTrip({ streams: [wave(600, { index })] });
  expect(repairs.filter((sentence) => sentence.includes("lie outside"))).toEqual(
    told === null
      ? []
      : [
          `Samples of 1 stream lie outside of the time that patient.info gives, those of "ABP,na,SampleSeries,Integer,IntelliVue" by ${told}; a time of their index, or of patient.info, may be damaged. They are shown at the times of the index.`,
        ],
  );
  expect([...groups.values()][0].segments).toHaveLength(2);
});

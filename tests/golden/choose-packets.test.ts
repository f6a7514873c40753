/** Natus packets that cannot be followed: the wizard finds them in what it looks at, and says what the server says. */
import { expect, it } from "vitest";
import { inspectNatus } from "../../src/app/upload/choose/inspect-natus.ts";
import { Repairs } from "../../src/domain/edf/repairs.ts";
import type { NatusFolder } from "../../src/domain/natus/files.ts";
import { findStudy } from "../../src/domain/natus/files.ts";
import { tryPackets } from "../../src/domain/natus/follow.ts";
import { readParts } from "../../src/domain/natus/parts.ts";
import { memoryFolder, type NatusStudy, type StudyBytes, writeStudy } from "../support/natus-writer.ts";
import { chosenDirectory } from "./chosen-files.ts";
import { readStudy, refusalOf } from "./natus-reading.ts";

const study: NatusStudy = {
  channels: 9,
  shorted: [3],
  parts: [[{ samples: 300 }, { samples: 200 }, { samples: 100 }]],
};
const packetsFrom = 8656;
const rawOf = (files: StudyBytes) => [...files.keys()].find((name) => name.endsWith(".erd")) ?? "";

/** The study with one of its bytes changed; `at` counts from the first packet. */
function changed(at: number, value: number, other: Partial<NatusStudy> = {}): StudyBytes {
  const files = new Map(writeStudy({ ...study, ...other }));
  const raw = Uint8Array.from(files.get(rawOf(files)) ?? []);
  raw[packetsFrom + at] = value;
  return files.set(rawOf(files), raw);
}
const contents = writeStudy(study).get(rawOf(writeStudy(study)).replace(/erd$/, "etc")) ?? new Uint8Array(400);
const lastBlock = new DataView(contents.buffer, contents.byteOffset).getInt32(352 + 2 * 16, true);
const errorOf = async (files: StudyBytes) => (await inspectNatus(chosenDirectory("Study", files))).error;

it.each<[string, RegExp, StudyBytes]>([
  ["an event byte", /cannot be followed at byte 8,656: the event byte is neither 0 nor 1/, changed(0, 7)],
  ["a mask", /cannot be followed at byte [\d,]+: /, changed(1, 0x55)],
  [
    "an event byte far behind",
    /cannot be followed at byte [\d,]+: the event byte/,
    changed(lastBlock - packetsFrom, 2),
  ],
  ["a frequency byte", /frequency byte names a rate that is not known/, changed(1, 0x40, { divisors: { 1: 2 } })],
])("%s that is damaged is found before anything is sent", async (_, sentence, files) => {
  const said = await errorOf(files);
  expect(said).toMatch(sentence);
  expect(said).toBe(await refusalOf(files));
});

it("a table that counts other samples than there are is found", async () => {
  const files = new Map(writeStudy(study));
  const name = [...files.keys()].find((one) => one.endsWith(".etc")) ?? "";
  const table = Uint8Array.from(files.get(name) ?? []);
  const view = new DataView(table.buffer);
  view.setInt32(352 + 16 + 8, 299, true);
  view.setInt32(352 + 12, 298, true);
  files.set(name, table);
  expect(await errorOf(files)).toMatch(/a block holds another number of samples than its table says/);
  expect(await errorOf(files)).toBe(await refusalOf(files));
});

it("a study whose channels are all shorted is refused in the words of the server", async () => {
  const files = writeStudy({ ...study, shorted: Array.from({ length: 9 }, (_, k) => k) });
  expect(await errorOf(files)).toBe("All channels of the study are shorted: no data.");
  expect(await errorOf(files)).toBe(await refusalOf(files));
});

it.each<[string, Partial<NatusStudy>]>([
  ["all of it", {}],
  [
    "reduced rates",
    { divisors: { 1: 2, 4: 10 }, parts: [[{ samples: 333 }, { samples: 211 }, { stamp: 900, samples: 50 }]] },
  ],
])("a study that can be followed is taken: %s", async (_, other) => {
  const files = writeStudy({ ...study, ...other });
  expect(await errorOf(files)).toBeNull();
  await expect(readStudy(files)).resolves.toBeDefined();
});

it("a long block is followed in pieces, to its end", async () => {
  const long = { channels: 40, width: "wide", parts: [[{ samples: 9000 }, { samples: 10 }]] } as const;
  const whole = writeStudy(long);
  expect((whole.get(rawOf(whole))?.length ?? 0) - packetsFrom).toBeGreaterThan(2 ** 19);
  expect(await errorOf(whole)).toBeNull();
  const name = rawOf(whole).replace(/erd$/, "etc");
  const table = Uint8Array.from(whole.get(name) ?? []);
  const view = new DataView(table.buffer);
  for (const at of [352 + 12, 352 + 16 + 8]) view.setInt32(at, 8999, true);
  const files = new Map(whole).set(name, table);
  expect(await errorOf(files)).toMatch(/a block holds another number of samples than its table says/);
  expect(await errorOf(files)).toBe(await refusalOf(files));
});

it("a raw data file that is cut off, or goes on, is told in the words of the server", async () => {
  const files = writeStudy(study);
  const name = rawOf(files);
  const raw = files.get(name) ?? new Uint8Array();
  const said = async (bytes: Uint8Array) => {
    const changed = new Map(files).set(name, bytes);
    const chosen = await inspectNatus(chosenDirectory("study", changed));
    const { repairs } = await readStudy(changed);
    const sentences = repairs.filter((one) => /is cut off|after its last block/.test(one));
    expect(chosen.warnings).toEqual(expect.arrayContaining(sentences));
    return sentences.length;
  };
  expect(await said(raw)).toBe(0);
  expect(await said(raw.subarray(0, -1))).toBe(1);
  expect(await said(raw.subarray(0, -200))).toBe(1);
  expect(await said(Uint8Array.from([...raw, 0, 0, 0]))).toBe(1);
});

it("of a large study a bounded part is read", async () => {
  const parts = Array.from({ length: 3 }, (_, p) =>
    Array.from({ length: 12 }, (_, b) => ({ samples: 500, stamp: (p * 12 + b) * 800 })),
  );
  const files = writeStudy({ channels: 64, width: "wide", parts });
  const folder = memoryFolder(files);
  let read = 0;
  const counting: NatusFolder = {
    ...folder,
    open: (name) => {
      const source = folder.open(name);
      return {
        ...source,
        read: (into, position) => {
          read += into.length;
          return source.read(into, position);
        },
      };
    },
  };
  const repairs = new Repairs();
  const found = await readParts(await findStudy(counting, repairs), repairs);
  read = 0;
  expect(await tryPackets(found, repairs, async () => undefined, 2 ** 20)).toBe(false);
  const whole = found.reduce((sum, { raw }) => sum + raw.size, 0);
  expect(read).toBeGreaterThan(2 ** 17);
  expect(read).toBeLessThan(2 ** 20 + 2 ** 18);
  expect(whole).toBeGreaterThan(2 ** 21);
});

/** Damaged directories: whatever the bytes, the directory is read or refused with a sentence; nothing crashes or hangs. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SourceRefused } from "../../src/domain/files/source-refused.ts";
import { parseXml, XmlRefused } from "../../src/domain/files/xml.ts";
import { openCns } from "../../src/server/ingest/cns/index.ts";
import {
  type CnsDirectory,
  ramp,
  startUs,
  type WrittenEntry,
  wave,
  writeCns,
  writeIndex,
} from "../support/cns-writer.ts";
import { inFolder, readCns, roundTrip } from "./cns-reading.ts";

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const index = Array.from({ length: 12 }, (_, k) => ({
  first: k * 50,
  timeUs: startUs + k * 400_000,
  intervalUs: 8000,
}));
const small: CnsDirectory = {
  files: {
    "Events.xml":
      "<E><Event><Name>a</Name><StartTime>2024-05-16 05:33:10</StartTime><Duration>2</Duration></Event></E>",
    "Montage.xml": '<Montage><Channel lead="C3" role="REFERENTIAL_INPUT"/></Montage>',
  },
  streams: [
    wave(600, { index }),
    {
      base: "EEG,Composite,SampleSeries,Composite,Amp",
      values: [ramp(300), ramp(300, 1)],
      index: index.map((entry) => ({ ...entry, first: entry.first / 2 })),
      channels: ["C3", "C4"],
      conversion: "-100,100,-1,1",
    },
    wave(12, {
      base: "CO,na,SparseNumeric,Float,X",
      index: index.map((entry, k) => ({ ...entry, first: k, timeUs: startUs + k * k * 1e6, intervalUs: 10 })),
    }),
    wave(12, { base: "ABP,na,WaveQuality,Integer,IntelliVue", unit: null }),
  ],
};

/** Reads everything. True when read, false when refused; any other outcome is an error. */
async function survives(path: string): Promise<boolean> {
  try {
    const { reader, groups, annotations, repairs } = await readCns(path);
    for (const { values, segments, hz } of groups.values()) {
      expect(hz > 0 && Number.isFinite(hz)).toBe(true);
      const stored = segments.reduce((sum, { count }) => sum + count, 0);
      expect(stored).toBeGreaterThan(0);
      expect(stored).toBeLessThanOrEqual(values[0].length);
    }
    expect(Number.isFinite(reader.head.startMs)).toBe(true);
    expect(annotations.every((one) => Number.isFinite(one.start_time) && one.end_time >= one.start_time)).toBe(true);
    expect(repairs.filter((sentence) => !/^[A-Z][^\n]*\.$/.test(sentence))).toEqual([]);
    return true;
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    expect(error.message).toMatch(/^[^\n]*\.$/);
    return false;
  }
}

const damages: Record<string, (bytes: Buffer, random: (below: number) => number) => Buffer> = {
  "flipped bytes": (bytes, random) => {
    for (let k = random(20); k >= 0 && bytes.length > 0; k--) bytes[random(bytes.length)] = random(256);
    return bytes;
  },
  "a cut": (bytes, random) => bytes.subarray(0, random(bytes.length + 1)),
  "random bytes": (bytes, random) =>
    Buffer.from(Array.from({ length: random(2 * bytes.length + 1) }, () => random(256))),
  "a part twice": (bytes, random) => Buffer.concat([bytes, bytes.subarray(random(bytes.length + 1))]),
};

describe("damaged directories", () => {
  it.each(Object.keys(damages))("are read or refused: %s", { timeout: 120_000 }, async (kind) => {
    await inFolder(async (folder) => {
      const random = randomFrom(kind.length);
      const path = writeCns(folder, small);
      const originals = new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name))]));
      const names = [...originals.keys()];
      const weighted = [...names, ...names.filter((name) => name.endsWith(",index"))];
      let read = 0;
      for (let round = 0; round < 120; round++) {
        const hit = Array.from({ length: 1 + random(3) }, () => weighted[random(weighted.length)]);
        for (const name of hit) {
          writeFileSync(join(path, name), damages[kind](Buffer.from(originals.get(name) ?? []), random));
        }
        if (await survives(path)) read++;
        for (const name of hit) writeFileSync(join(path, name), originals.get(name) ?? "");
      }
      expect(read).toBeGreaterThan(20);
      expect(await survives(path)).toBe(true);
    });
  });

  it("are read or refused: every entry of an index at random times", { timeout: 120_000 }, async () => {
    await inFolder(async (folder) => {
      const random = randomFrom(7);
      for (let round = 0; round < 60; round++) {
        const spread = 10 ** (3 + random(10));
        const entries = Array.from({ length: 1 + random(40) }, (_, k) => ({
          first: k * (1 + random(3)) + random(2),
          timeUs: startUs + Math.floor((random(2 ** 20) / 2 ** 20) * spread),
          intervalUs: 10 ** random(9),
        }));
        const base = ["ABP,na,SampleSeries,Integer,X", "HR,na,Numeric,Integer,X", "CO,na,SparseNumeric,Integer,X"][
          random(3)
        ];
        await survives(writeCns(folder, { name: `Patient_${round}`, streams: [wave(100, { base, index: entries })] }));
      }
    });
  });
});

it("an index of 100,000 entries at scattered times is read to its end, no sample lost", {
  timeout: 60_000,
}, async () => {
  await inFolder(async (folder) => {
    const [entries, together] = [100_000, 500];
    // Neighbours in the file lie half a minute apart; no two of them overlap.
    const index = Array.from({ length: entries }, (_, k) => ({
      first: 2 * k,
      timeUs: startUs + (k - (k % together) + ((k * 197) % together)) * 80_000,
      intervalUs: 8000,
    }));
    const path = writeCns(folder, { streams: [wave(2 * entries, { index })] });
    const { groups, repairs } = await readCns(path);
    const [{ segments }] = [...groups.values()];
    expect(segments).toHaveLength(entries);
    expect(segments.reduce((sum, { count }) => sum + count, 0)).toBe(2 * entries);
    expect(repairs).toHaveLength(1);
    expect(repairs[0]).toMatch(/steps back [\d,]+ times.*0 earlier ones gave way/);
  });
});

describe("an index whose clock goes back by more than a minute", () => {
  /** Two stretches take turns, three frames each; the second of them is an hour later. */
  const turns = (stepsBack: number) =>
    wave(3 * (2 * stepsBack + 2), {
      index: Array.from({ length: 2 * stepsBack + 2 }, (_, k) => ({
        first: 3 * k,
        timeUs: startUs + (k % 2) * 3600e6 + (k >> 1) * 80_000,
        intervalUs: 8000,
      })),
    });

  it("is read as long as a clock could have done so", async () => {
    const { groups, repairs } = await roundTrip({ streams: [turns(1000)] });
    expect([...groups.values()][0].segments).toHaveLength(2002);
    expect(repairs).toEqual([expect.stringMatching(/steps back 1,000 times/)]);
  });

  it("is left out at once when it does nothing else, and the other streams are read", async () => {
    const other = wave(200, { base: "ICP,na,SampleSeries,Integer,IntelliVue" });
    const { groups, repairs } = await roundTrip({ streams: [turns(1001), other] });
    expect([...groups.keys()]).toEqual(["ICP_na"]);
    expect(repairs).toEqual([
      'Left out: "ABP,na,SampleSeries,Integer,IntelliVue", because its times jump more often than can be kept.',
    ]);
  });

  it("is left out where the streams before it have done so for all of them", async () => {
    const bases = Array.from({ length: 5 }, (_, k) => `ABP,${"abcde"[k]},SampleSeries,Integer,X`);
    const { groups, repairs } = await roundTrip({ streams: bases.map((base) => ({ ...turns(900), base })) });
    expect(groups.size).toBe(3);
    expect(repairs.filter((sentence) => sentence.includes("jump more often than can be kept"))).toHaveLength(2);
  });
});

it("streams that fall into more pieces than an archive may have are left out and told, each of them small enough alone", async () => {
  const pieces = 260_000;
  const index = Array.from({ length: pieces }, (_, k) => ({
    first: 2 * k,
    timeUs: startUs + 80_000 * k,
    intervalUs: 8000,
  }));
  const bytes = writeIndex(index, "int32", 1);
  const values = [new Array<number>(2 * pieces).fill(7)];
  const bases = Array.from({ length: 4 }, (_, k) => `ABP,${"abcd"[k]},SampleSeries,Integer,X`);
  await inFolder(async (folder) => {
    const { head } = await openCns(
      writeCns(folder, { streams: bases.map((base) => ({ base, values, index: bytes, unit: "mmHg" })) }),
      { timezone: "UTC" },
    );
    expect(head.groups).toHaveLength(3);
  });
});

describe("random clocks that never step back", () => {
  it("leave every sample within a period of the time its index gives it", { timeout: 120_000 }, async () => {
    await inFolder(async (folder) => {
      const random = randomFrom(11);
      for (let round = 0; round < 60; round++) {
        const isWave = round % 2 === 0;
        const intervalUs = isWave ? 8000 : 1_024_000;
        const truth: number[] = [];
        const entries: WrittenEntry[] = [];
        let timeUs = startUs;
        let gaps = 0;
        for (let k = 0; k < 30; k++) {
          const count = isWave ? 5 + random(60) : 1 + random(2);
          entries.push({ first: truth.length, timeUs, intervalUs });
          for (let i = 0; i < count; i++) truth.push((timeUs + i * intervalUs) / 1000);
          const isGap = random(8) === 0;
          if (isGap && k < 29) gaps++;
          // A correction by up to a third of an interval, or a gap of two and more.
          timeUs +=
            count * intervalUs + (isGap ? intervalUs * (1.5 + random(40)) : ((random(200) - 100) / 300) * intervalUs);
        }
        const base = isWave ? "ABP,na,SampleSeries,Integer,X" : "HR,na,Numeric,Integer,X";
        const values = [ramp(truth.length)];
        const path = writeCns(folder, {
          name: `Patient_${round}`,
          streams: [wave(0, { base, values, index: entries })],
        });
        const { groups } = await readCns(path);
        const [{ values: read, segments, hz }] = [...groups.values()];
        expect(read).toEqual(values);
        const times = segments.flatMap(({ start_ms, count }) =>
          Array.from({ length: count }, (_, i) => start_ms + (i * 1000) / hz),
        );
        expect(times).toHaveLength(truth.length);
        times.forEach((time, i) => {
          expect(Math.abs(time - truth[i])).toBeLessThan(1000 / hz);
        });
        expect(segments.length).toBeGreaterThanOrEqual(gaps + 1);
      }
    });
  });
});

describe("the XML reader", () => {
  it("reads or refuses any text", () => {
    const random = randomFrom(3);
    const pieces = [
      "<a>",
      "</a>",
      "<b c='d'/>",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "&amp;",
      "&#65;",
      "&x;",
      "<?",
      "?>",
      "<!DOCTYPE",
      "text",
      "<",
      ">",
      '"',
      "\0",
      "é",
    ];
    for (let round = 0; round < 5000; round++) {
      const text = `<a>${Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join("")}</a>`;
      try {
        parseXml(text);
      } catch (error) {
        if (!(error instanceof XmlRefused)) throw error;
      }
    }
  });

  it("takes no document types, deep nesting or foreign entities", () => {
    for (const text of [
      "<!DOCTYPE a><a/>",
      "<a>&nbsp;</a>",
      "<a>".repeat(40) + "</a>".repeat(40),
      "<a/><b/>",
      "x<a/>",
      "",
      "<a></b>",
      "<a>& </a>",
      "<a>&#0;</a>",
    ]) {
      expect(() => parseXml(text)).toThrow(XmlRefused);
    }
    expect(parseXml("\ufeff<?xml version='1.0'?><a b='&lt;'> x<!-- y --> <c/></a>\n")).toMatchObject({
      name: "a",
      text: "x",
    });
  });
});

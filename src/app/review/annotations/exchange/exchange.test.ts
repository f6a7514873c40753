import { describe, expect, it } from "vitest";
import { bidsSidecar, bidsText } from "../../../../domain/annotations/exchange/bids.ts";
import { guarded, unguarded } from "../../../../domain/annotations/exchange/cells.ts";
import { edfTitle } from "../../../../domain/annotations/exchange/edf.ts";
import type { FileProblem, ReadFile } from "../../../../domain/annotations/exchange/file-rows.ts";
import { basesOf, placeRows, type TimeBase } from "../../../../domain/annotations/exchange/place.ts";
import type { ExchangeRecording, ExchangeRow } from "../../../../domain/annotations/exchange/types.ts";
import { exportPieces } from "../../../../domain/annotations/exchange/write.ts";
import type { AnnotationExportFormat } from "../../../../protocol/annotation-exchange.ts";
import type { AnnotationContent } from "../../../../protocol/annotations.ts";
import { readAnnotationFile } from "./read-file.ts";

/** Begins within a second, and in winter time: summer time begins an hour later. */
const recording: ExchangeRecording = {
  start_ms: Date.UTC(2026, 2, 29, 0, 0, 0) + 394.5,
  end_ms: Date.UTC(2026, 2, 30),
  is_start_known: true,
  timezone: "Europe/Berlin",
};
const elapsed: ExchangeRecording = { ...recording, start_ms: 0, end_ms: 86_400_000, is_start_known: false };

const row = (over: Partial<ExchangeRow> = {}): ExchangeRow => ({
  ...{ start_time: recording.start_ms + 1000, end_time: recording.start_ms + 2500, annotation_text: "Spike" },
  ...{ annotation_type: "EEG Montage", annotation_description: "", modalities: [], color: "#FF0000", opacity: 0.2 },
  ...{ tags: [], kind: "note", author: "Ann Reader", author_email: "ann@x.org", made_at: 5, ...over },
});
const contentOf = ({ author: _, author_email: __, made_at: ___, ...content }: ExchangeRow): AnnotationContent =>
  content;

function fileOf(format: AnnotationExportFormat, rows: readonly ExchangeRow[], of = recording): Uint8Array {
  const pieces = [...exportPieces(format, { count: rows.length, at: (k) => rows[k] }, of)];
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}
const bytes = (text: string) => new TextEncoder().encode(text);
const understood = async (file: Uint8Array, of = recording): Promise<ReadFile> => {
  const read = await readAnnotationFile(file, of.timezone);
  if ("problem" in read) throw new Error(JSON.stringify(read));
  return read;
};
const problem = async (file: Uint8Array) => (await readAnnotationFile(file, "Europe/Berlin")) as FileProblem;

async function back(format: AnnotationExportFormat, rows: readonly ExchangeRow[], of = recording, base?: TimeBase) {
  const file = await understood(fileOf(format, rows, of), of);
  const placed = placeRows(file, of, [], base ?? basesOf(file, of)[0]);
  expect(file.bad).toEqual([]);
  expect(placed.rows.filter(({ state }) => state !== "new")).toEqual([]);
  return placed.rows.map(({ content }) => content);
}

const parts = [
  ..."=+-@'\"\t\n\r\r\n,;\\|/<>&{}$\u0014\u0015\u0001\u00a0\u2028\u0085",
  "n/a",
  "\r\n",
  "🧠",
  "é",
  "__proto__",
  "<b>x</b>",
  "''=",
  " ",
  "a",
  "Spike",
  "＝",
];
/** The same numbers each time. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
function nasty(count: number, of = recording): ExchangeRow[] {
  const random = randomOf(7);
  const text = (most: number) => Array.from({ length: random(most) }, () => parts[random(parts.length)]).join("");
  const filled = (most: number) => {
    const one = text(most);
    return one.trim() === "" ? "x" : one;
  };
  return Array.from({ length: count }, () => {
    const start = of.start_ms + random(80_000_000) + random(1000) / 1000;
    return row({
      start_time: start,
      end_time: random(3) === 0 ? start : start + random(100_000) + 0.125,
      annotation_text: filled(6)
        .slice(0, 55)
        .replace(/[\ud800-\udbff]$/, ""),
      annotation_description: random(5) === 0 ? "=".padEnd(500, "é,\n") : text(9),
      annotation_type: text(4),
      modalities: Array.from({ length: random(4) }, () => filled(5)),
      tags: [...new Set(Array.from({ length: random(4) }, () => filled(3).slice(0, 12)))],
      kind: random(2) ? "artifact" : "note",
      color: random(2) ? "#00aaFF" : "#123456",
      opacity: random(1001) / 1000,
      author: text(5),
    });
  }).map((one) => ({ ...one, tags: one.tags.map((tag) => tag.replace(/[\ud800-\udbff]$/, "")) }));
}

describe("there and back", () => {
  it("loses nothing in CSV, by the calendar; by onsets nothing of a microsecond", async () => {
    const rows = nasty(400);
    expect(await back("csv", rows)).toEqual(rows.map(contentOf));
    const relative = await back("csv", rows, recording, "relative");
    relative.forEach((one, k) => {
      expect(Math.abs(one.start_time - rows[k].start_time)).toBeLessThan(0.001);
      expect(one.annotation_description).toBe(rows[k].annotation_description);
    });
  });

  it("loses nothing in CSV of a recording that does not say when it began", async () => {
    const rows = nasty(50, elapsed).map((one) => ({
      ...one,
      ...{ start_time: Math.round(one.start_time), end_time: Math.round(one.end_time) },
    }));
    expect(await back("csv", rows, elapsed)).toEqual(rows.map(contentOf));
  });

  it("loses line breaks and tabs alone in BIDS", async () => {
    const rows = nasty(400);
    const wanted = rows.map(contentOf).map((one) => ({
      ...one,
      annotation_text: bidsText(one.annotation_text),
      annotation_description: bidsText(one.annotation_description),
      annotation_type: bidsText(one.annotation_type),
      modalities: one.modalities.map(bidsText),
      tags: one.tags.map(bidsText),
    }));
    const found = await back("bids", rows);
    found.forEach((one, k) => {
      expect(Math.abs(one.start_time - wanted[k].start_time)).toBeLessThan(0.001);
      expect({ ...one, start_time: 0, end_time: 0 }).toEqual({ ...wanted[k], start_time: 0, end_time: 0 });
    });
    expect(Object.keys(JSON.parse(bidsSidecar()))).toEqual(
      new TextDecoder().decode(fileOf("bids", [])).trim().split("\t"),
    );
  });

  it("keeps times and titles in EDF+, control characters but for tabs and line breaks being blanks", async () => {
    const rows = nasty(3000);
    const found = await back("edf", rows);
    expect(found.length).toBe(rows.length);
    found.forEach((one, k) => {
      expect(one.annotation_text).toBe(edfTitle(rows[k].annotation_text));
      expect(Math.abs(one.start_time - rows[k].start_time)).toBeLessThan(0.001);
      expect(Math.abs(one.end_time - rows[k].end_time)).toBeLessThan(0.001);
    });
    expect(await back("edf", nasty(20, elapsed), elapsed)).toHaveLength(20);
  });
});

it("writes CSV that no spreadsheet runs, and reads what others write", async () => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    fileOf("csv", [row({ annotation_text: "=1+1", tags: ["a;b", "c"], modalities: ["Fp1"] })]),
  );
  expect(text).toBe(
    "\ufefftitle,start,end,onset_s,duration_s,description,tags,channels,kind,color,opacity,window,author,author_email,made_at\r\n" +
      '\'=1+1,2026-03-29T01:00:01.3945+01:00,2026-03-29T01:00:02.8945+01:00,1,1.5,,"a\\;b;c",Fp1,note,#FF0000,0.2,EEG Montage,Ann Reader,ann@x.org,1970-01-01T00:00:00.005+00:00\r\n',
  );
  const others = await understood(bytes('Onset;Duration;Label;Extra\n1,5;;Spike;x\n\n2;0,25;"Wave; slow";y\n'));
  expect(others).toMatchObject({ format: "semicolon", ignored: ["Extra"], fields: [] });
  expect(others.rows.map(({ line, onsetMs, durationMs, title }) => [line, onsetMs, durationMs, title])).toEqual([
    [2, 1500, null, "Spike"],
    [4, 2000, 250, "Wave; slow"],
  ]);
  // Without an offset it is what the recording's clock showed.
  const wall = await understood(
    bytes("start\tend\ttext\n2026-03-29 03:30:00\t2026-03-29 03:30:01.5\tafter the change\n"),
  );
  expect(wall.rows[0]).toMatchObject({ startMs: Date.UTC(2026, 2, 29, 1, 30), durationMs: 1500 });
});

it("guards whatever a spreadsheet of any settings would run, in CSV and BIDS, and takes it back", async () => {
  const texts = [
    ...[
      "=1+1",
      "a;=1+1;b",
      "a\t@x",
      "a\n-1",
      "a\r\n+1",
      "a,=1",
      'a;"=1',
      "a;''=1",
      "'a;'=1",
      "\t=1",
      "\n\n=1",
      "a;＝1",
    ],
    ...["'", "'\n", "''", "a;'b", "it's", "'\t'\r'=", "n/a", "a - b", "\n'\r\n"],
  ];
  for (const text of texts) {
    expect(unguarded(guarded(text))).toBe(text);
    expect(
      guarded(text)
        .split(/[;,\t\r\n]/)
        .filter((one) => /^["]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(one)),
    ).toEqual([]);
  }
  for (const text of ["''", "a;'b", "it's", "n/a", "a - b"]) expect(guarded(text)).toBe(text);
  const hostile = row({
    ...{
      annotation_text: "=1+1",
      annotation_description: "x;=2",
      tags: ["a", "=1+1", "b"],
      modalities: ["@Cz", "-Fz"],
    },
    ...{ annotation_type: "+w", author: "=author" },
  });
  const decode = (file: Uint8Array) => new TextDecoder().decode(file).split("\n")[1];
  expect(decode(fileOf("csv", [hostile]))).toContain(',"x;\'=2","a;\'=1+1;b","\'@Cz;\'-Fz",');
  expect(decode(fileOf("bids", [hostile])).split("\t")).toEqual([
    ...["1", "1.5", "'=1+1", "x;'=2", "'@Cz,'-Fz", "a,'=1+1,b", "note", "#FF0000", "0.2", "'+w", "'=author"],
  ]);
  for (const format of ["csv", "bids"] as const) {
    const [found] = await back(format, [hostile]);
    expect({ ...found, start_time: 0, end_time: 0 }).toEqual({ ...contentOf(hostile), start_time: 0, end_time: 0 });
  }
  expect(bidsSidecar()).toContain("apostrophe");
});

it("puts an EDF+ file of a recording begun in the repeated hour of autumn where it was", async () => {
  for (const hour of [0, 1]) {
    const start_ms = Date.UTC(2026, 9, 25, hour, 30) + 250;
    const autumn = { ...recording, start_ms, end_ms: start_ms + 6 * 3_600_000 };
    const file = fileOf("edf", [row({ start_time: start_ms + 7_200_000, end_time: start_ms + 7_200_000 })], autumn);
    const read = await understood(file, autumn);
    for (const base of ["absolute", "relative"] as const)
      expect(placeRows(read, autumn, [], base).rows[0].content.start_time).toBe(start_ms + 7_200_000);
    expect(basesOf(read, autumn)[0]).toBe("absolute");
  }
});

it("writes EDF+ byte by byte as the format has it", () => {
  const file = fileOf("edf", [row({ end_time: recording.start_ms + 1000 })]);
  const text = new TextDecoder("latin1").decode(file);
  expect(text.slice(0, 256)).toBe(
    `${"0".padEnd(8)}${"X X X X".padEnd(80)}${"Startdate 29-MAR-2026 X X X".padEnd(80)}29.03.2601.00.00512     ${"EDF+C".padEnd(44)}1       0       1   `,
  );
  expect(text.slice(256, 272)).toBe("EDF Annotations ");
  expect(text.slice(512)).toBe("+0.3945\x14\x14\0+1.3945\x14Spike\x14\0\0");
  expect(Number(text.slice(256 + 216, 256 + 224)) * 2).toBe(file.length - 512);
});

it("says what it cannot read, line by line, and why", async () => {
  const file = await understood(
    bytes(
      "onset\tduration\ttrial_type\t__proto__\tconstructor\nNaN\t1\ta\tx\ty\n1\t-1\tb\tx\ty\n1e9\t0\tfar\tx\ty\n2\tn/a\t<img src=x onerror=alert(1)>\tx\ty\n1e400\t0\tc\n3\t1\t \n",
    ),
  );
  expect(file.bad).toEqual([
    { line: 2, reason: "onset", found: "NaN" },
    { line: 3, reason: "duration", found: "-1" },
    { line: 6, reason: "onset", found: "1e400" },
  ]);
  expect(file.ignored).toEqual(["__proto__", "constructor"]);
  const { rows } = placeRows(file, recording, [], "relative");
  expect(rows.map(({ line, state }) => [line, state])).toEqual([
    [4, "outside"],
    [5, "new"],
    [7, "refused"],
  ]);
  expect(rows[1].content.annotation_text).toBe("<img src=x onerror=alert(1)>");
});

it("finds what the session has already, as often as it has it", async () => {
  const rows = [row(), row(), row({ annotation_text: "Other" })];
  const file = await understood(fileOf("csv", rows));
  const states = (existing: readonly AnnotationContent[]) =>
    placeRows(file, recording, existing, "absolute").rows.map(({ state }) => state);
  expect(states([contentOf(rows[0])])).toEqual(["duplicate", "new", "new"]);
  expect(states(rows.map(contentOf))).toEqual(["duplicate", "duplicate", "duplicate"]);
  expect(states([{ ...contentOf(rows[0]), tags: ["x"] }])).toEqual(["new", "new", "new"]);
  // A file that says no tags has nothing against them.
  const titles = await understood(fileOf("edf", rows));
  const told = placeRows(titles, recording, [{ ...contentOf(rows[0]), tags: ["x"] }], "absolute").rows;
  expect(told.map(({ state }) => state)).toEqual(["duplicate", "new", "new"]);
});

it("takes the calendar where it meets the recording, else the start of the recording", async () => {
  const file = await understood(fileOf("edf", [row()]));
  const shifted = {
    ...recording,
    start_ms: recording.start_ms + 86_400_000 * 30,
    end_ms: recording.end_ms + 86_400_000 * 30,
  };
  expect(basesOf(file, recording)).toEqual(["absolute", "relative"]);
  expect(basesOf(file, shifted)).toEqual(["relative", "absolute"]);
  expect(placeRows(file, shifted, [], "relative").rows[0].content.start_time).toBeCloseTo(
    shifted.start_ms + 3_600_000 * 0 + 1000,
    3,
  );
  const long = await understood(bytes(`onset,title\n1,${"x".repeat(70)}\n`));
  const { rows, shortened } = placeRows(long, recording, [], "relative");
  expect([shortened, rows[0].content.annotation_text.length, rows[0].content.annotation_description.length]).toEqual([
    1, 55, 70,
  ]);
});

it("names damaged, foreign and hostile files for what they are", async () => {
  expect(await problem(new Uint8Array())).toEqual({ problem: "empty" });
  expect(await problem(bytes(" \n\n"))).toEqual({ problem: "empty" });
  expect(await problem(new Uint8Array(20_000_001))).toEqual({ problem: "too large" });
  expect(await problem(Uint8Array.from({ length: 3000 }, (_, k) => (k * 31) % 251))).toEqual({ problem: "binary" });
  expect(await problem(bytes("x".repeat(10_000_000)))).toEqual({ problem: "one line" });
  expect(await problem(bytes("a,b\n1,2\n"))).toEqual({ problem: "no columns", found: ["a", "b"] });
  expect(await problem(bytes("onset,title\n"))).toEqual({ problem: "no annotations" });
  expect(await problem(bytes(`onset,title\n${"1,x\n".repeat(100_001)}`))).toEqual({ problem: "too many" });
  expect(await problem(fileOf("edf", [row()]).slice(0, 300))).toMatchObject({ problem: "edf" });
  const cut = await understood(bytes('onset,title\n1,a\n2,"never closed\n3,b\n'));
  expect([cut.rows.length, cut.bad]).toEqual([1, [{ line: 3, reason: "line", found: "" }]]);
  const long = await understood(bytes(`onset,title\n1,a\n2,${"y".repeat(10_000_000)}\n`));
  expect([long.rows.length, long.bad]).toEqual([1, [{ line: 3, reason: "line", found: "" }]]);
  const wide = Uint8Array.from([0xff, 0xfe, ...[..."onset,title\n1,é\n"].flatMap((one) => [one.charCodeAt(0), 0])]);
  expect(await understood(wide)).toMatchObject({ encoding: "utf-16", rows: [{ title: "é" }] });
  const latin = Uint8Array.from([..."onset,title\n1,é\n"].map((one) => one.charCodeAt(0)));
  expect(await understood(latin)).toMatchObject({ encoding: "latin-1", rows: [{ title: "é" }] });
});

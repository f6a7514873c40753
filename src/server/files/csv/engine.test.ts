/** Scan and table of a file against a plain reading of the same rows. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dialectOf } from "./dialect.ts";
import { CsvEngine, isOutOfSpill } from "./engine.ts";
import { type TableQuestion, tableName } from "./messages.ts";
import { CsvScan } from "./scan.ts";

let root: string;
let engine: CsvEngine;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "connect-csv-"));
  engine = await CsvEngine.open(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
async function table(bytes: Uint8Array, pieceBytes = 7) {
  const folder = join(root, `t${++folders}`);
  mkdirSync(folder);
  const dialect = dialectOf(bytes);
  const scan = new CsvScan(folder, dialect, { hasTable: true });
  for (let at = dialect.bomBytes; at < bytes.length; at += pieceBytes) scan.push(bytes.subarray(at, at + pieceBytes));
  scan.finish();
  const path = join(folder, tableName);
  const { width } = scan;
  await engine.makeTable({ copy: scan.copyPath, table: path, width, hasEscapes: scan.copyEscapes === true });
  const ask = (question: Partial<TableQuestion>) =>
    engine.ask({ table: path, columns: width, filters: [], sort: null, offset: 0, limit: 100, ...question });
  return { ask, rows: scan.rowCount, width };
}

const hostile = [
  ["name", "dose", "note"],
  ["Müller; DROP TABLE", "10", 'says "no"'],
  ["line\nbreak", "9", "tab\tand\r\nmore"],
  ["", "-1.5e1", "\u001e\u001f odd"],
  ["'; --", "", "😀"],
];
const quotedCsv = hostile.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\n");

it("keeps every cell as it stands", async () => {
  for (const encoding of ["utf8", "utf16le"] as const) {
    const { ask, rows, width } = await table(Buffer.from(`\ufeff${quotedCsv}\n`, encoding));
    expect([rows, width]).toEqual([5, 3]);
    expect(await ask({})).toEqual({ rows: hostile.slice(1), total: 4 });
  }
});

it("knows missing cells from empty ones, and rows that are wider than the header", async () => {
  const { ask, width } = await table(Buffer.from("a,b\n1\n\n2,,x\n"));
  expect(width).toBe(3);
  expect((await ask({})).rows).toEqual([
    ["1", null, null],
    ["", null, null],
    ["2", "", "x"],
  ]);
});

it("reads rows of Windows-1252", async () => {
  const { ask } = await table(Buffer.from("dose,note\n5 µg,é\n", "latin1"));
  expect((await ask({})).rows).toEqual([["5 µg", "é"]]);
});

it("sorts numbers as numbers, other texts by their code points, and what is empty last", async () => {
  const { ask } = await table(Buffer.from("n,t\n10,b\n9,B\n,a\n-1e3,\n .5,b\n"));
  const sorted = async (column: number, direction: "asc" | "desc") =>
    (await ask({ sort: { column, direction } })).rows.map((row) => row[column]);
  expect(await sorted(0, "asc")).toEqual(["-1e3", " .5", "9", "10", ""]);
  expect(await sorted(0, "desc")).toEqual(["10", "9", " .5", "-1e3", ""]);
  expect(await sorted(1, "asc")).toEqual(["B", "a", "b", "b", ""]);
  expect((await ask({ sort: { column: 1, direction: "desc" } })).rows.map((row) => row[0])).toEqual([
    ...["10", " .5", "", "9", "-1e3"],
  ]);
});

it("searches without regard to case, and takes no wildcards", async () => {
  const { ask } = await table(Buffer.from(quotedCsv));
  const found = async (column: number, operator: "contains" | "equals", value: string) =>
    (await ask({ filters: [{ column, operator, value }] })).rows.map((row) => row[1]);
  expect(await found(0, "contains", "MÜLLER")).toEqual(["10"]);
  expect(await found(0, "contains", "%")).toEqual([]);
  expect(await found(0, "contains", "'; --")).toEqual([""]);
  expect(await found(0, "contains", "\n")).toEqual(["9"]);
  expect(await found(1, "equals", "10")).toEqual(["10"]);
  expect(await found(1, "equals", "1")).toEqual([]);
  expect(await ask({ offset: 1, limit: 1, filters: [{ column: 1, operator: "contains", value: "1" }] })).toEqual({
    rows: [hostile[3]],
    total: 2,
  });
});

it("finds its way in many rows", async () => {
  const lines = Array.from({ length: 60_000 }, (_, k) => `${k},${(k * 7919) % 60_000}`);
  const { ask, rows } = await table(Buffer.from(`a,b\n${lines.join("\n")}`), 100_000);
  expect(rows).toBe(60_001);
  const { rows: page, total } = await ask({ sort: { column: 1, direction: "desc" }, offset: 30_000, limit: 3 });
  expect(total).toBe(60_000);
  expect(page.map(([, b]) => b)).toEqual(["29999", "29998", "29997"]);
});

it("reads nothing outside its folder", async () => {
  const outside = mkdtempSync(join(tmpdir(), "connect-outside-"));
  writeFileSync(join(outside, "secret.txt"), "0\u001fsecret\n1\u001fsecret\n");
  await expect(
    engine.makeTable({
      copy: join(outside, "secret.txt"),
      table: join(root, "leak.parquet"),
      width: 1,
      hasEscapes: false,
    }),
  ).rejects.toThrow();
  rmSync(outside, { recursive: true });
});

it("puts no more aside than it may", async () => {
  // Made past the scan: so much text that a sort does not fit the memory that is given here.
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const path = join(root, "large.parquet");
  const maker = await (await DuckDBInstance.create(":memory:")).connect();
  await maker.run(
    `copy (select i + 1 as row, md5(i::varchar) || repeat('x', 60) as c0 from range(1500000) t(i)) to '${path}' (format parquet, row_group_size 20480)`,
  );
  maker.closeSync();
  const question = { table: path, columns: 1, filters: [], sort: { column: 0, direction: "asc" as const } };
  const sortWith = async (bytes: number) => {
    const own = await CsvEngine.open(root, { name: `spill ${bytes}`, bytes, memory: "70MB" });
    const answer = await own.ask({ ...question, offset: 1_400_000, limit: 3 }).then(
      ({ rows }) => rows.length,
      (error: unknown) => isOutOfSpill(error),
    );
    own.close();
    return answer;
  };
  expect([await sortWith(2e9), await sortWith(2 ** 20), await sortWith(0)]).toEqual([3, true, true]);
}, 120_000);

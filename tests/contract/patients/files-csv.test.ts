/** The CSV viewer's calls: columns and pages of stored files, searching and sorting, and what is refused. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getCsvColumns, getFileContent, largestSearchedCsvBytes } from "../../../src/protocol/files.ts";
import type { AnswerOf } from "../../../src/protocol/route.ts";
import type { CsvSource } from "../../../src/server/files/csv/csv-file.ts";
import { CsvFiles } from "../../../src/server/files/csv/csv-files.ts";
import type { CsvLimits } from "../../../src/server/files/csv/csv-pool.ts";
import { type FilesTestWorld, makeFilesWorld } from "./files-world.ts";

let files: FilesTestWorld;
const many = 30_000;
const manyRows = Array.from({ length: many }, (_, k) => [String(k), `drug ${(k * 7919) % many}`, k % 2 ? "" : "x;y"]);
const drugs = Buffer.from(
  '\ufeffDrug,Dose,,Note\r\nmorphine,10,,"says ""no"""\r\nketamine,9\r\n\r\nurapidil,,a,b,extra\r\n',
);
const line = (row: readonly string[]) => row.map((cell) => (/[;,]/.test(cell) ? `"${cell}"` : cell)).join(",");

beforeAll(async () => {
  files = await makeFilesWorld();
  const put = (name: string, content: Uint8Array | string) => ({
    kind: "medications" as const,
    name,
    files: [{ path: name, content: typeof content === "string" ? Buffer.from(content) : content }],
  });
  await files.store({
    items: [
      put("drugs.csv", drugs),
      put("many.CSV", `row,drug,note\n${manyRows.map(line).join("\n")}`),
      put("wide.csv", Buffer.from("\ufeffGerät;µ\nä;1\nü;2\n", "utf16le")),
      put("empty.csv", ""),
      put("header.csv", "a;b\n"),
      put("picture.csv", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])),
      put("open.csv", `a,b\n"${"x".repeat(3_000_000)}`),
      put("long.csv", `a,b\n${`1,${"x".repeat(900_000)}\n`.repeat(20)}`),
      put("night.edf", "0"),
    ],
  });
}, 120_000);
afterAll(() => files?.world.close());

/** The answer once the rows are counted. */
async function page(file_path: string, body: object = {}): Promise<AnswerOf<typeof getFileContent>> {
  const answer = await files.ask(getFileContent, { file_path, ...body });
  return answer.total === null ? page(file_path, body) : answer;
}
const columns = async (file_path: string) => (await files.ask(getCsvColumns, { file_path })).columns;
const refused = async (file_path: string, body: object = {}) => files.refusal(getFileContent, { file_path, ...body });

describe("a CSV file", () => {
  it("has a name for every column, and its cells as they stand", async () => {
    expect(await files.ask(getCsvColumns, { file_path: "drugs.csv" })).toEqual({
      columns: ["Drug", "Dose", "Column 3", "Note", "Column 5"],
      file_size: drugs.length,
    });
    const rows = [["morphine", "10", "", 'says "no"'], ["ketamine", "9"], [""], ["urapidil", "", "a", "b", "extra"]];
    expect(await page("drugs.csv")).toEqual({ data: rows, total: 4, file_size: drugs.length });
    expect(await page("drugs.csv", { rows_per_page: 2, page_index: 2 })).toMatchObject({
      data: rows.slice(2),
      total: 4,
    });
    expect(await page("drugs.csv", { page_index: 2 })).toMatchObject({ data: [], total: 4 });
  });

  it("is paged, searched and sorted", async () => {
    for (const page_index of [1, 2, 100, many / 25])
      expect(await page("many.CSV", { page_index, rows_per_page: 25 })).toMatchObject({
        data: manyRows.slice(25 * (page_index - 1), 25 * page_index),
        total: many,
      });
    const sorted = await page("many.CSV", {
      order_by: "row",
      order_direction: "desc",
      page_index: 2,
      rows_per_page: 2,
    });
    expect(sorted).toMatchObject({ data: [manyRows[many - 3], manyRows[many - 4]], total: many });
    const filters = [{ field: "1", operator: "equals", value: "DRUG 1" }];
    expect((await page("many.CSV", { filters })).data).toEqual(manyRows.filter(([, drug]) => drug === "drug 1"));
    const both = [
      { field: "drug", operator: "contains", search_value: "99" },
      { field: "2", operator: "equals", value: "x;y" },
    ];
    const expected = manyRows.filter(([, drug, note]) => drug.includes("99") && note === "x;y");
    expect(await page("many.CSV", { filters: both, order_by: "1", rows_per_page: 3 })).toMatchObject({
      data: expected.toSorted(([, a], [, b]) => (a < b ? -1 : 1)).slice(0, 3),
      total: expected.length,
    });
    const down = { sort: { field: "row", sort: "desc" }, page_index: 2, rows_per_page: 2 };
    expect((await page("many.CSV", down)).data).toEqual(sorted.data);
    expect(await refused("many.CSV", { order_by: "nothing" })).toEqual({
      status: 400,
      text: "This table has no such field.",
    });
    expect((await refused("many.CSV", { order_by: "1; drop table x" })).status).toBe(400);
  });

  it("may be UTF-16, empty, or a header alone", async () => {
    expect(await columns("wide.csv")).toEqual(["Gerät", "µ"]);
    expect((await page("wide.csv")).data).toEqual([
      ["ä", "1"],
      ["ü", "2"],
    ]);
    expect((await page("wide.csv", { order_by: "1", order_direction: "desc" })).data[0]).toEqual(["ü", "2"]);
    expect(await page("wide.csv", { page_index: 2, rows_per_page: 1 })).toMatchObject({ data: [["ü", "2"]], total: 2 });
    expect(await columns("empty.csv")).toEqual([]);
    expect(await page("empty.csv")).toEqual({ data: [], total: 0, file_size: 0 });
    expect(await columns("header.csv")).toEqual(["a", "b"]);
    expect(await page("header.csv", { order_by: "0" })).toMatchObject({ data: [], total: 0 });
  });

  it("is refused with one sentence when it is none", async () => {
    const sentence = (text: string) => ({ status: 400, text });
    expect(await refused("picture.csv")).toEqual(sentence("This file is not a table of text."));
    const open = sentence("Row 2 of this file is too long: a quotation mark may not be closed.");
    expect(await refused("open.csv", { order_by: "0" })).toEqual(open);
    expect(await refused("night.edf")).toEqual(sentence("File type not supported"));
    expect(await files.refusal(getCsvColumns, { file_path: "night.edf" })).toEqual(sentence("File type not supported"));
    for (const path of ["", "..", "none.csv", "../drugs.csv"])
      expect(await refused(path)).toEqual({ status: 404, text: "This file or directory does not exist." });
    expect(await refused("drugs.csv", { patient_id: 999_999 })).toMatchObject({ status: 404 });
  });

  it("is not answered with more than a page can be, sorted or not", async () => {
    const tooLong = { status: 413, text: "These rows are too long to be shown together." };
    expect(await refused("long.csv", { rows_per_page: 20 })).toEqual(tooLong);
    expect(await refused("long.csv", { rows_per_page: 20, order_by: "0" })).toEqual(tooLong);
    expect((await page("long.csv", { rows_per_page: 5, order_by: "0" })).data).toHaveLength(5);
  });

  it("is read again when its cache is lost", async () => {
    const cache = join(files.world.dataDir, "cache", "csv");
    const kept = () => readdirSync(cache).filter((name) => !name.startsWith("new-"));
    expect(kept()).not.toEqual([]);
    for (const name of kept()) rmSync(join(cache, name), { recursive: true });
    expect((await page("many.CSV", { order_by: "0", order_direction: "desc", rows_per_page: 1 })).data).toEqual([
      manyRows[many - 1],
    ]);
    for (const name of kept()) rmSync(join(cache, name), { recursive: true });
    expect((await page("wide.csv", { page_index: 2, rows_per_page: 1 })).data).toEqual([["ü", "2"]]);
  });
});

describe("the work on CSV files", () => {
  /** Limits of this length are over before the work has begun. */
  const over = 0;
  const limits: CsvLimits = {
    askMs: 60_000,
    tableMs: 60_000,
    after: (ms, act) => {
      if (ms === over) act();
      const timer = setTimeout(act, ms === over ? 60_000 : ms);
      return () => clearTimeout(timer);
    },
  };
  const asker = (user: number) => ({ user, signal: new AbortController().signal });
  let home: string;
  let csv: CsvFiles;
  let fileIds = 0;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "connect-csv-"));
    csv = new CsvFiles(home, limits);
  });
  afterAll(() => {
    csv.close();
    rmSync(home, { recursive: true, force: true });
  });

  /** A file in a store of its own, which can be told to fail after its first bytes. */
  const sourceOf = (content: Uint8Array, failure?: Error): CsvSource => {
    const read = async (_: string, into: Uint8Array, position: number) => {
      const bytes = content.subarray(position, position + into.length);
      into.set(bytes);
      return bytes.length;
    };
    const get = async () => {
      if (failure !== undefined) throw failure;
      return Readable.from([content]);
    };
    return { fileId: ++fileIds, md5: "0".repeat(32), size: content.length, key: "k", store: { read, get } as never };
  };
  const rows = (count: number) => {
    const lines = Array.from({ length: count }, (_, k) => `${(k * 7919) % count},drug ${k % 1000}`);
    return Buffer.from(`row,drug\n${lines.join("\n")}`);
  };
  const kept = () => readdirSync(join(home, "cache", "csv")).filter((name) => name.startsWith("new-"));

  it("of one user does not come before all the work of another", async () => {
    let come = () => {};
    const coming = new Promise<void>((resolve) => (come = resolve));
    const held = Array.from({ length: 12 }, () => {
      const source = sourceOf(rows(100));
      const get = async () => Readable.from([await coming.then(() => rows(100))]);
      return { ...source, store: { ...source.store, get } as never };
    });
    const many = held.map((source) => csv.page(source, { order_by: "0", rows_per_page: 1 }, asker(1)));
    const source = sourceOf(rows(60_000));
    const one = await csv.page(source, { order_by: "0", rows_per_page: 1, page_index: 3 }, asker(2));
    expect(one.data[0][0]).toBe("2");
    come();
    for (const { data } of await Promise.all(many)) expect(data[0][0]).toBe("0");
  });

  it("ends with a sentence when it takes too long, which is told at once when it is asked again", async () => {
    const source = sourceOf(rows(200_000));
    const tooSlow =
      "This took too long and was stopped. Narrow the search, or download the file to search and sort it on your computer.";
    await csv.page(source, { order_by: "0", rows_per_page: 1 }, asker(1));
    limits.askMs = over;
    const sort = () => csv.page(source, { order_by: "1", rows_per_page: 1 }, asker(1));
    await expect(sort()).rejects.toThrow(tooSlow);
    limits.askMs = 60_000;
    await expect(sort()).rejects.toThrow(tooSlow);
    const { data } = await csv.page(source, { order_by: "0", rows_per_page: 1, page_index: 2 }, asker(1));
    expect(data[0][0]).toBe("1");
    limits.tableMs = over;
    const other = sourceOf(rows(200_000));
    await expect(csv.page(other, { order_by: "0" }, asker(1))).rejects.toThrow(tooSlow);
    limits.tableMs = 60_000;
    expect((await csv.page(other, { page_index: 200_000, rows_per_page: 1 }, asker(1))).total).toBe(200_000);
  });

  it("is refused with a sentence while the disk has no room for a table, and goes on by itself afterwards", async () => {
    const small = mkdtempSync(join(home, "small-"));
    let room = 0;
    const own = new CsvFiles(small, limits, async () => room);
    const source = sourceOf(rows(2000));
    const sort = () => own.page(source, { order_by: "0", rows_per_page: 1, page_index: 2 }, asker(5));
    expect((await own.page(source, { page_index: 2, rows_per_page: 1000 }, asker(5))).total).toBe(2000);
    await expect(sort()).rejects.toThrow("The server has no room to search or sort this file at the moment.");
    room = 3 * source.size - 1;
    await expect(sort()).rejects.toThrow("The server has no room to search or sort this file at the moment.");
    room++;
    expect((await sort()).data[0][0]).toBe("1");
    own.close();
  });

  it("ends when nobody waits for it any more", async () => {
    const source = sourceOf(rows(60_000));
    await csv.page(source, { order_by: "0", rows_per_page: 1 }, asker(3));
    const requests = Array.from({ length: 20 }, () => new AbortController());
    const asks = requests.map(({ signal }, k) =>
      csv.page(source, { order_by: "1", page_index: k + 1 }, { user: 3, signal }),
    );
    for (const request of requests) request.abort(new Error("gone"));
    for (const { status } of await Promise.allSettled(asks)) expect(status).toBe("rejected");
    expect((await csv.page(source, { order_by: "0", page_index: 5, rows_per_page: 1 }, asker(3))).data).toEqual([
      ["4", expect.stringMatching(/^drug/)],
    ]);
  });

  it("leaves no folder when a scan is given up, however early", async () => {
    const own = new CsvFiles(mkdtempSync(join(home, "own-")), limits); // its processes have not begun yet
    const failing = Array.from({ length: 6 }, () => sourceOf(rows(30_000), new Error("The store is away.")));
    const asks = failing.map((source, k) => own.page(source, { order_by: "0" }, asker(k)));
    for (const { status } of await Promise.allSettled(asks)) expect(status).toBe("rejected");
    own.close();
    const [folder] = readdirSync(home).filter((name) => name.startsWith("own-"));
    expect(readdirSync(join(home, folder, "cache", "csv"))).toEqual([]);
    for (const content of [Buffer.from("a,b\n1,2\n\0\0\n1,2"), Buffer.from(`a,b\n"${"x".repeat(2_000_000)}`)])
      await expect(csv.page(sourceOf(content), { order_by: "0" }, asker(4))).rejects.toThrow();
    expect(kept()).toEqual([]);
  });
});

it("is neither searched nor sorted above 200 MB, but shown", async () => {
  const { fileIds } = await files.store({
    items: [{ kind: "medications", name: "big.csv", files: [{ path: "big.csv", content: Buffer.from("a,b\n1,2\n") }] }],
  });
  await files.pool.query("update upload_file set size_bytes = $2 where id = $1", [
    fileIds[0],
    largestSearchedCsvBytes + 1,
  ]);
  const tooLarge = { status: 400, text: "Search and sort disabled for CSV files larger than 200 MB." };
  expect(await refused("big.csv", { order_by: "0" })).toEqual(tooLarge);
  expect(await refused("big.csv", { filters: [{ field: "0", operator: "equals", value: "1" }] })).toEqual(tooLarge);
  await files.pool.query("update upload_file set size_bytes = $2 where id = $1", [fileIds[0], largestSearchedCsvBytes]);
  expect((await refused("big.csv", { order_by: "none" })).text).not.toBe(tooLarge.text);
});

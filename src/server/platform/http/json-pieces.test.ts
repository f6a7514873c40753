import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { parseInPieces } from "./json-pieces.ts";

const files = Array.from({ length: 4000 }, (_, k) => ({
  item: k % 3,
  path: `a "quoted" \\ [${k}] {x}, \u00e9 ${"/folder".repeat(20)}`,
  sizes: [k, [k]],
}));
const body = {
  upload_id: 7,
  note: 'in "words", [with] {brackets}\\',
  none: [],
  few: [0, [1]],
  files,
  form: { a: [1] },
};

it("reads what the whole text says, whatever is in its strings and lists", async () => {
  for (const text of [
    JSON.stringify(body),
    JSON.stringify(body, null, 2),
    `{"files":[1],${JSON.stringify(body).slice(1)}`,
  ])
    expect(JSON.stringify(await parseInPieces(text, JSON.parse))).toBe(JSON.stringify(JSON.parse(text)));
  expect(await parseInPieces("[1]", JSON.parse)).toEqual([1]);
  const own = `{"__proto__":[1],${JSON.stringify(body).slice(1)}`;
  expect(Object.hasOwn((await parseInPieces(own, JSON.parse)) as object, "__proto__")).toBe(true);
});

it("never parses much at once, and lets others do something in between", async () => {
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await turn();
  })();
  let longest = 0;
  let pieces = 0;
  await parseInPieces(JSON.stringify(body), (text) => {
    pieces++;
    longest = Math.max(longest, text.length);
    return JSON.parse(text);
  });
  isDone = true;
  await others;
  expect(longest).toBeLessThan(300 * 1024);
  expect(pieces).toBeGreaterThan(3);
  expect(turns).toBeGreaterThanOrEqual(pieces - 1);
});

it("parses one of many texts in a turn of the event loop, of one caller after the other, and small ones at once", async () => {
  let now = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; now++) await turn();
  })();
  const parsed: { name: string; at: number }[] = [];
  const ask = (name: string, length: number) => {
    const parse = (piece: string) => {
      parsed.push({ name, at: now });
      return JSON.parse(piece);
    };
    return parseInPieces(JSON.stringify({ text: "x".repeat(length) }), parse, name);
  };
  const many = Array.from({ length: 5 }, () => ask("many", 100_000));
  await Promise.all([...many, ask("one", 200_000), ask("small", 20), ask("other", 200_000)]);
  isDone = true;
  await others;
  const names = parsed.map(({ name }) => name);
  expect(names).toEqual(["many", "small", "many", "one", "other", "many", "many", "many"]);
  const large = parsed.filter(({ name }) => name !== "small").map(({ at }) => at);
  expect(new Set(large).size).toBe(large.length);
});

it("refuses what is no JSON wherever it is wrong, and what cannot be cut", async () => {
  const text = JSON.stringify(body);
  const inner = JSON.stringify(files).slice(1, -1);
  const wrong = [
    ...[text.slice(0, -1), text.replace("[]", "[}"), `${text}]`, text.replace('"path"', "path")],
    ...[`{"files":[${inner},]}`, `{"files":[,${inner}]}`, `{"files":[${inner},,${inner}]}`, `{"files":[${inner}}`],
    ...[`{"files":[${inner}]`, `{"files":[${inner}`, `"${"x".repeat(300_000)}`, `{"a":"${"x".repeat(300_000)}\\"}`],
  ];
  for (const one of wrong) {
    expect(() => JSON.parse(one)).toThrow();
    await expect(parseInPieces(one, JSON.parse)).rejects.toThrow();
  }
  const long = "x".repeat(1024 * 1024);
  for (const one of [{ a: long }, { a: [long] }, [files], { a: { b: [files, files] } }])
    await expect(parseInPieces(JSON.stringify(one), JSON.parse)).rejects.toMatchObject({ statusCode: 400 });
});

import { expect, it } from "vitest";
import { mostUploadFiles, type UploadItem } from "../../protocol/uploads.ts";
import { uploadConfigOf } from "../platform/start/upload-config.ts";
import { type Declaration, demandDeclaration } from "./declaration.ts";
import { filesAnswer, filesText } from "./file-rows.ts";

const config = uploadConfigOf({});
const item: UploadItem = { kind: "natus", name: "Study", removed: [] };
const file = (path: string) => ({ item: 0, path, size: 1, md5: "0".repeat(32), modified_at: null });
const declared = (...paths: string[]): Declaration => ({ items: [item], files: paths.map(file), form: null });
const many = Array.from({ length: mostUploadFiles }, (_, k) => `Study/${k % 100}/${k}.erd`);

/** How often others had a turn until `work` was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isOver = true;
  return turns;
}

it("lets others be answered while as many files as there may be are looked at and told", async () => {
  expect(await turnsDuring(demandDeclaration(declared(...many), config))).toBeGreaterThan(90);
  const answer = filesAnswer(many.map((path, id) => ({ id, path, size: 1, isVerified: false })));
  let told = "";
  const telling = filesText(answer).then(({ text }) => {
    told = text;
  });
  expect(await turnsDuring(telling)).toBeGreaterThan(20);
  expect(JSON.parse(told).files).toEqual(answer);
});

it("refuses what cannot be stored wherever it stands among many", async () => {
  const refused = (paths: string[]) => expect(demandDeclaration(declared(...paths), config)).rejects;
  await refused([...many.slice(1), "Study/a\u202eb"]).toMatchObject({ statusCode: 400 });
  await refused([...many.slice(1), many[2]]).toMatchObject({ statusCode: 400 });
  await refused([...many.slice(1), "Study/1"]).toMatchObject({ statusCode: 400 });
  await refused([...many.slice(1), "Elsewhere/1"]).toMatchObject({ statusCode: 400 });
});

it("tells of no file at all", async () => {
  expect(JSON.parse((await filesText([])).text).files).toEqual([]);
});

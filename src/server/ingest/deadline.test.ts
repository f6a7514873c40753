import { expect, it } from "vitest";
import { ingestText } from "../../protocol/text/ingest-text.ts";
import { bytesSource } from "./byte-source.ts";
import { Deadline, limitedFolder, limitedSource } from "./deadline.ts";

/** A deadline with a clock that is set by hand. */
function world(baseMs: number, msPerByte: number) {
  let time = 0;
  const deadline = new Deadline({ baseMs, msPerByte, now: () => time });
  return {
    deadline,
    at: (ms: number) => {
      time = ms;
    },
  };
}

it("ends when its time is over, and not once the source is read", () => {
  const { deadline, at } = world(1000, 0);
  at(1000);
  deadline.check();
  at(1001);
  expect(deadline.isOver).toBe(true);
  expect(() => deadline.check()).toThrow(ingestText.tookTooLong);
  deadline.done();
  deadline.check();
});

it("gives time for every byte once, however often it is read", async () => {
  const { deadline, at } = world(1000, 10);
  const source = limitedSource(bytesSource(new Uint8Array(100)), deadline);
  const into = new Uint8Array(50);
  for (let k = 0; k < 5; k++) await source.read(into, 0);
  at(1500);
  await source.read(into, 50);
  at(2000);
  await source.read(into, 0);
  at(2001);
  await expect(source.read(into, 0)).rejects.toThrow(ingestText.tookTooLong);
});

it("counts the files of a folder by their names", async () => {
  const { deadline, at } = world(1000, 10);
  const folder = limitedFolder(
    {
      name: "f",
      names: async () => ({ files: ["a"], folders: ["inside"] }),
      file: () => bytesSource(new Uint8Array(10)),
      folder: () => {
        throw new Error("not asked for");
      },
    },
    deadline,
  );
  for (let k = 0; k < 9; k++) await folder.file("a").read(new Uint8Array(10), 0);
  at(1101);
  await expect(folder.file("a").read(new Uint8Array(10), 0)).rejects.toThrow(ingestText.tookTooLong);
  expect(() => folder.names()).toThrow(ingestText.tookTooLong);
});

import { expect, it } from "vitest";
import { createToldFile } from "./told-file.ts";

const lines = '{"fraction":0.25}\n{"fraction":0.5}\n{"bytes":5}\n';
const answer = Uint8Array.from([...new TextEncoder().encode(lines), 10, 0, 123, 10, 255]);

it.each([1, 3, 20, answer.length])("reads lines, then the file, in parts of %i bytes", (size) => {
  const file = createToldFile();
  const seen: (number | null)[] = [];
  for (let at = 0; at < answer.length; at += size) {
    file.take(answer.slice(at, at + size));
    if (seen.at(-1) !== file.made) seen.push(file.made);
  }
  expect(seen.at(-1)).toBeNull();
  expect([file.received, file.whole]).toEqual([5, 5]);
  expect(file.parts.flatMap((part) => [...part])).toEqual([10, 0, 123, 10, 255]);
  if (size === 1) expect(seen).toEqual([0, 0.25, 0.5, null]);
});

it("takes why there is no file", () => {
  const file = createToldFile();
  file.take(Uint8Array.from(new TextEncoder().encode('{"fraction":0.9}\n{"errorMessage":"There is no room."}\n')));
  expect([file.refusal, file.whole, file.parts]).toEqual(["There is no room.", null, []]);
});

import { expect, it } from "vitest";
import type { AnnotationColumns } from "../../../protocol/annotation-columns.ts";
import { partsOf } from "./session-parts.ts";

const part = (next_after_id: number | null) => ({ next_after_id }) as AnnotationColumns;

it("asks for the next part before one is worked on, and for none behind the last", async () => {
  const asked: number[] = [];
  const heard: [number | null, number[]][] = [];
  const parts = partsOf(async (after) => {
    asked.push(after);
    return part(after === 0 ? 7 : after === 7 ? 9 : null);
  });
  for await (const { next_after_id } of parts) heard.push([next_after_id, [...asked]]);
  expect(heard).toEqual([
    [7, [0, 7]],
    [9, [0, 7, 9]],
    [null, [0, 7, 9]],
  ]);
});

it("gives what came before a part that could not be read, then says why", async () => {
  const parts = partsOf(async (after) => {
    if (after > 0) throw new Error("The server is away.");
    return part(7);
  });
  expect(await parts.next()).toEqual({ value: part(7), done: false });
  await expect(parts.next()).rejects.toThrow("The server is away.");
});

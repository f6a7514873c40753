import { expect, it } from "vitest";
import { Repairs } from "../../../domain/edf/repairs.ts";
import { genericBytes } from "../../../domain/natus/header.ts";
import { bytesSource } from "../byte-source.ts";
import { readNotes } from "./notes.ts";

it("cuts a very long note without leaving half a character", async () => {
  const tree = `(.(."Text", "${"x".repeat(4095)}\u{1f9e0}"), (."Stamp", 7))\0`;
  const text = new TextEncoder().encode(tree);
  const bytes = new Uint8Array(genericBytes + 16 + text.length);
  const head = new DataView(bytes.buffer, genericBytes);
  head.setInt32(0, 1, true);
  head.setInt32(4, 16 + text.length, true);
  bytes.set(text, genericBytes + 16);
  const file = { source: bytesSource(bytes), size: bytes.length, shown: "notes" };
  const { list } = await readNotes(file as Parameters<typeof readNotes>[0], new Repairs());
  expect(list).toEqual([{ stamp: 7, text: "x".repeat(4095) }]);
});

import { expect, it } from "vitest";
import { type AnnotationColumns, decodeAnnotationColumns, encodeAnnotationColumns } from "./annotation-columns.ts";

const style = {
  annotation_type: "EEG Montage",
  modalities: ["Fp1 - F7"],
  color: "#FF0000",
  opacity: 0.2,
  tags: ["seizure"],
  kind: "note" as const,
};
const part = (count: number): AnnotationColumns => ({
  annotation_group_id: 7,
  sequence: 9_007_199_254_740_000,
  next_after_id: count === 0 ? null : count,
  titles: ["Spike", "Überleitung ⚡"],
  descriptions: [""],
  styles: [style],
  people: [{ user_id: 3, email: "a@b.c", full_name: "A B" }],
  count,
  starts: Float64Array.from({ length: count }, (_, k) => 1.7e12 + k / 3),
  ends: Float64Array.from({ length: count }, (_, k) => 1.7e12 + k),
  madeAt: new Float64Array(count).fill(1.7e12),
  revisions: Float64Array.from({ length: count }, (_, k) => 2 ** 40 + k),
  ids: Uint32Array.from({ length: count }, (_, k) => k + 1),
  title: Uint32Array.from({ length: count }, (_, k) => k % 2),
  description: new Uint32Array(count),
  style: new Uint32Array(count),
  person: Uint32Array.from({ length: count }, (_, k) => k % 2),
});

it.each([0, 1, 2, 5])("brings %i annotations back as they were", (count) => {
  expect(decodeAnnotationColumns(encodeAnnotationColumns(part(count)).buffer)).toEqual(part(count));
});

it("refuses what is no such part", () => {
  const sound = encodeAnnotationColumns(part(3));
  const changed = (edit: (bytes: Uint8Array) => void) => {
    const bytes = sound.slice();
    edit(bytes);
    return () => decodeAnnotationColumns(bytes.buffer);
  };
  expect(() => decodeAnnotationColumns(new ArrayBuffer(4))).toThrow("Failed to decode data.");
  expect(() => decodeAnnotationColumns(sound.buffer.slice(0, -8))).toThrow("Failed to decode data.");
  expect(changed((bytes) => bytes.fill(0, 0, 4))).toThrow("Failed to decode data.");
  expect(changed((bytes) => bytes.fill(255, 4, 8))).toThrow("Failed to decode data.");
  expect(changed((bytes) => bytes.fill(0, 8, 20))).toThrow("Failed to decode data.");
  // An index that its list does not have: the last column is `person`.
  expect(changed((bytes) => bytes.fill(9, bytes.length - 12, bytes.length - 8))).toThrow("Failed to decode data.");
});

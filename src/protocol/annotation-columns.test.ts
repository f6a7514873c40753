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

it("keeps each number, whole or not, near or far from the one before", () => {
  const strange = [
    0,
    -1,
    2 ** 47,
    -(2 ** 47),
    2 ** 53 - 1,
    -(2 ** 53 - 1),
    2 ** 60,
    0.1,
    -1.7e308,
    5e-324,
    1.7e12,
    127,
    128,
    -128,
  ];
  for (let first = 0; first < strange.length; first++) {
    const values = Float64Array.from({ length: 6 }, (_, k) => strange[(first + k * k) % strange.length]);
    const given = { ...part(6), starts: values, ends: values.slice().reverse(), madeAt: values, revisions: values };
    given.ids = Uint32Array.of(0, 2 ** 32 - 1, 1, 2 ** 31, 2 ** 32 - 2, 3);
    expect(decodeAnnotationColumns(encodeAnnotationColumns(given).buffer)).toEqual(given);
  }
});

it("takes a quarter of what its numbers take in memory", () => {
  const count = 10_000;
  const starts = Float64Array.from({ length: count }, (_, k) => 1.7e12 + ((k * 7919) % 43_200_000));
  const ends = starts.map((start, k) => start + ((k * 31) % 10_000));
  const bytes = encodeAnnotationColumns({ ...part(count), starts, ends }).length;
  expect(bytes).toBeLessThan((count * (4 * 8 + 5 * 4)) / 4);
});

it("refuses what is no such part", () => {
  const sound = encodeAnnotationColumns(part(3));
  const changed = (edit: (bytes: Uint8Array) => void) => {
    const bytes = sound.slice();
    edit(bytes);
    return () => decodeAnnotationColumns(bytes.buffer);
  };
  expect(() => decodeAnnotationColumns(new ArrayBuffer(4))).toThrow("Failed to decode data.");
  for (let length = 0; length < sound.length; length++)
    expect(() => decodeAnnotationColumns(sound.buffer.slice(0, length))).toThrow("Failed to decode data.");
  expect(() => decodeAnnotationColumns(Uint8Array.of(...sound, 0).buffer)).toThrow("Failed to decode data.");
  expect(changed((bytes) => bytes.fill(0, 0, 4))).toThrow("Failed to decode data.");
  expect(changed((bytes) => bytes.fill(255, 4, 8))).toThrow("Failed to decode data.");
  expect(changed((bytes) => bytes.fill(0, 8, 20))).toThrow("Failed to decode data.");
  // An index that its list does not have, and a number without an end: the last column is `person`.
  expect(changed((bytes) => bytes.fill(9, bytes.length - 1))).toThrow("Failed to decode data.");
  expect(changed((bytes) => bytes.fill(255, bytes.length - 3))).toThrow("Failed to decode data.");
  // A column that is written in no known way.
  expect(changed((bytes) => bytes.fill(3, bytes.length - 4, bytes.length - 3))).toThrow("Failed to decode data.");
});

it("takes no longer than its bytes for whatever else they are", () => {
  const sound = encodeAnnotationColumns(part(40));
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let k = 0; k < 2000; k++) {
    const bytes = sound.slice();
    for (let edits = 1 + random(4); edits > 0; edits--) bytes[random(bytes.length)] = random(256);
    try {
      const { count, person, people } = decodeAnnotationColumns(bytes.buffer);
      expect([person.length, person.every((index) => index <= people.length)]).toEqual([count, true]);
    } catch (error) {
      expect((error as Error).message).toBe("Failed to decode data.");
    }
  }
});

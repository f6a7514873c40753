import { expect, it } from "vitest";
import { StoredWindows } from "./stored-windows.ts";

const object = Uint8Array.from({ length: 9_000_001 }, (_, k) => (k * 31) % 251);

/** A store of one object that counts what it is asked for. */
function counted() {
  const asked = { bytes: 0, reads: 0 };
  const read = async (_key: string, into: Uint8Array, position: number) => {
    const part = object.subarray(position, position + into.length);
    into.set(part);
    asked.bytes += part.length;
    asked.reads++;
    return part.length;
  };
  return { asked, windows: new StoredWindows({ read }) };
}

const recordBytes = 977;
const records = Math.floor(object.length / recordBytes);
const orders: Record<string, (k: number) => number> = {
  forwards: (k) => k,
  backwards: (k) => records - 1 - k,
  "two steps ahead and one back": (k) => Math.min(records - 1, k % 2 === 0 ? k + 1 : k - 1),
};

it.each(Object.entries(orders))("asks for little more than the object has when it is read %s", async (_, at) => {
  const { asked, windows } = counted();
  const into = new Uint8Array(recordBytes);
  for (let k = 0; k < records; k++) {
    const position = at(k) * recordBytes;
    expect(await windows.read("key", object.length, into, position)).toBe(recordBytes);
    expect(Buffer.compare(into, object.subarray(position, position + recordBytes))).toBe(0);
  }
  expect(asked.bytes).toBeLessThan(1.3 * object.length);
  expect(asked.reads).toBeLessThan(12);
});

it("reads the end of an object that is shorter than what is asked for", async () => {
  const { windows } = counted();
  const into = new Uint8Array(100);
  await windows.read("key", object.length, into, object.length - 1000);
  expect(await windows.read("key", object.length, into, object.length - 30)).toBe(30);
  expect(await windows.read("key", object.length, into, object.length)).toBe(0);
});

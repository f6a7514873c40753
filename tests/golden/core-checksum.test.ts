/** The core's xxHash64 against hash-wasm's: sums that the one wrote are checked by the other. */
import { expect, it } from "vitest";
import { coreChecksum, openChecksum } from "../../src/server/recordings/checksum.ts";
import { memoryMap } from "../../src/signal/memory.ts";
import { openCore } from "../../src/signal/node.ts";
import { Lcg } from "../fixtures/vector-inputs.ts";

const lengths = [...Array.from({ length: 130 }, (_, k) => k), 45_056, 65_537];

it("gives the sums of hash-wasm for every length, wherever the bytes lie", async () => {
  const core = openCore();
  const [own, other] = [coreChecksum(core), await openChecksum()];
  const random = new Lcg(64);
  for (const [k, length] of lengths.entries()) {
    const bytes = Uint8Array.from({ length }, () => random.next() & 255);
    const here = new Uint8Array(core.memory.buffer, memoryMap.tiles[0] + (k % 9), length);
    here.set(bytes);
    const sums = new Uint8Array(16);
    other.put(bytes, sums, 1);
    expect(own.matches(bytes, sums, 1)).toBe(true);
    expect(own.matches(here, sums, 1)).toBe(true);
    expect(own.matches(here, sums, 0)).toBe(false);
    if (length === 0) continue;
    here[length >> 1] ^= 1;
    expect(own.matches(here, sums, 1)).toBe(false);
  }
});

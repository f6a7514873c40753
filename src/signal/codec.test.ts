/** The lossless code of blocks: bit by bit what was put in, by the kernel and by its plain twin; hostile bytes are refused. */
import { describe, expect, it } from "vitest";
import { BlockError, type BlockShape, decodeBlock, encodeBlock } from "./codec.ts";
import { openCore } from "./node.ts";
import { referenceDecode } from "./reference-codec.ts";

const core = openCore();
type Values = Int16Array | Float32Array;

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Values) => Buffer.from(buffer, byteOffset, byteLength);

/** Codes, decodes by both and compares. Returns the ratio, 1 for what is left as it is. */
function roundTrip(data: Values, shape: BlockShape): number {
  const coded = encodeBlock(core, data, shape);
  if (coded === null) return 1;
  expect(coded.byteLength).toBeLessThan(data.byteLength);
  expect(Buffer.compare(bytesOf(decodeBlock(core, coded, shape)), bytesOf(data))).toBe(0);
  expect(Buffer.compare(bytesOf(referenceDecode(coded, shape)), bytesOf(data))).toBe(0);
  return data.byteLength / coded.byteLength;
}

/** Waves with noise, the rows alike. */
function waves(rows: number, count: number, amplitude = 300, seed = 1): Int16Array {
  const random = randomFrom(seed);
  const data = new Int16Array(rows * count);
  for (let i = 0; i < count; i++) {
    const common = amplitude * Math.sin(i / 9) + amplitude * Math.sin(i / 31);
    for (let row = 0; row < rows; row++) data[row * count + i] = common * (1 + row / 10) + random(20) + 1000 * row;
  }
  return data;
}

const int16 = (rows: number, count: number): BlockShape => ({ kind: "int16", rows, count });

describe("int16", () => {
  it.each([1, 2, 7, 8, 9, 63, 64, 65, 130, 2047, 2048, 2049, 4100])("rows of %i values come back", (count) => {
    for (const rows of [1, 3, 8, 9, 22]) roundTrip(waves(rows, count), int16(rows, count));
  });

  it("alike rows and waves take less than half", () => {
    expect(roundTrip(waves(22, 4096), int16(22, 4096))).toBeGreaterThan(2.2);
  });

  it("silence takes nearly nothing", () => {
    expect(roundTrip(new Int16Array(22 * 4096).fill(-77), int16(22, 4096))).toBeGreaterThan(100);
  });

  it("noise of all bits is left as it is", () => {
    const random = randomFrom(3);
    const noise = Int16Array.from({ length: 4 * 3000 }, () => random(65_536) - 32_768);
    expect(encodeBlock(core, noise, int16(4, 3000))).toBeNull();
  });

  it("extremes, steps over the whole range, gap marks and bursts come back", () => {
    const random = randomFrom(4);
    const [rows, count] = [11, 3000];
    const data = waves(rows, count);
    for (let k = 0; k < 200; k++) data[random(data.length)] = [32_767, -32_768, 0, -1][random(4)];
    data.fill(-32_768, count + 500, count + 900);
    for (let i = 0; i < 300; i++) data[2 * count + 2100 + i] = i % 2 === 0 ? 32_767 : -32_768;
    for (let i = 0; i < 300; i++) data[3 * count + i] = random(65_536) - 32_768;
    roundTrip(data, int16(rows, count));
  });

  it("every width of code comes back", () => {
    const random = randomFrom(5);
    for (let bits = 0; bits <= 16; bits++) {
      const data = Int16Array.from({ length: 9 * 200 }, () => random(2 ** bits) - 2 ** bits / 2);
      roundTrip(data, int16(9, 200));
    }
  });

  it("any block comes back", () => {
    const random = randomFrom(6);
    for (let k = 0; k < 300; k++) {
      const [rows, count] = [1 + random(20), 1 + random(300)];
      const data = waves(rows, count, random(12_000), k);
      for (let n = random(5); n > 0; n--) {
        const from = random(data.length);
        data.fill(random(65_536) - 32_768, from, from + random(200));
      }
      roundTrip(data, int16(rows, count));
    }
  });
});

describe("float32", () => {
  const shape = (rows: number, count: number): BlockShape => ({ kind: "float32", rows, count });

  it("whole numbers within 16 bits take what int16 takes", () => {
    const narrow = waves(8, 4096);
    const wide = Float32Array.from(narrow, (value) => value + 3_000_000);
    expect(roundTrip(wide, shape(8, 4096))).toBeGreaterThan(1.9 * roundTrip(narrow, int16(8, 4096)));
  });

  it("whole numbers of 24 bits come back in fewer bytes", () => {
    const random = randomFrom(7);
    const drift = Float32Array.from({ length: 3 * 5000 }, (_, i) => Math.round(4e6 * Math.sin(i / 700)) + random(50));
    const steps = Float32Array.from({ length: 3 * 5000 }, () => random(2 ** 24) - 2 ** 23);
    expect(roundTrip(drift, shape(3, 5000))).toBeGreaterThan(1.5);
    expect(roundTrip(steps, shape(3, 5000))).toBeGreaterThan(1.1);
  });

  it("every float comes back by its bits: payloads of NaN, infinities, zeros of both signs, the smallest", () => {
    const random = randomFrom(8);
    const bits = Uint32Array.from({ length: 4 * 3000 }, () => 0x4120_0000 + random(4096));
    const odd = [0x7fc0_0000, 0x7fc0_0001, 0xffc1_2345, 0x7f80_0001, 0x7f80_0000, 0xff80_0000, 0x8000_0000, 0, 1];
    for (let k = 0; k < 60; k++) bits[random(bits.length)] = odd[k % odd.length];
    bits.fill(0x7fc0_0000, 100, 900);
    expect(roundTrip(new Float32Array(bits.buffer), shape(4, 3000))).toBeGreaterThan(1);
  });

  it("minus zero and 2^24 are no whole numbers to be rounded", () => {
    const data = new Float32Array(300).fill(5);
    data.set([-0, 16_777_216, -16_777_216, 16_777_218, Number.NaN], 100);
    roundTrip(data, shape(1, 300));
    data.set([-0], 2);
    roundTrip(data.subarray(0, 64), shape(1, 64));
  });

  it("pairs of columns come back", () => {
    const random = randomFrom(9);
    const columns = new Float32Array(18 * 512 * 2);
    for (let k = 0; k < columns.length; k += 2) {
      columns[k] = 30 * Math.sin(k / 200) - random(1000) / 77;
      columns[k + 1] = columns[k] + random(1000) / 33;
    }
    columns.fill(Number.NaN, 3000, 4200);
    expect(roundTrip(columns, { kind: "pairs", rows: 18, count: 512 })).toBeGreaterThan(1.1);
  });
});

describe("bytes that are no block", () => {
  /** Decodes with marks around; true when it was taken, false when it was refused. */
  function survives(coded: Uint8Array, shape: BlockShape): boolean {
    const guard = 4096;
    return core.arena.scope(() => {
      const before = core.arena.take(guard);
      const size = (bytes: number) => Math.ceil((bytes + 64) / 64) * 64;
      const values = shape.rows * shape.count * (shape.kind === "pairs" ? 2 : 1);
      const bytes = values * (shape.kind === "int16" ? 2 : 4);
      const work = Math.ceil(core.kernels.codecWork(shape.kind === "pairs" ? 2 * shape.rows : shape.rows) / 64) * 64;
      const after = before + guard + size(coded.byteLength) + size(bytes) + work;
      core.u8.fill(0xa5, before, before + guard);
      core.u8.fill(0xa5, after, after + guard);
      let isTaken = true;
      try {
        expect(decodeBlock(core, coded, shape)).toHaveLength(values);
      } catch (error) {
        if (!(error instanceof BlockError)) throw error;
        isTaken = false;
      }
      expect(core.u8.subarray(before, before + guard).every((byte) => byte === 0xa5)).toBe(true);
      expect(core.u8.subarray(after, after + guard).every((byte) => byte === 0xa5)).toBe(true);
      return isTaken;
    });
  }
  const kindOf = (coded: Uint8Array, shape: BlockShape) => {
    try {
      decodeBlock(core, coded, shape);
      return null;
    } catch (error) {
      return (error as BlockError).kind;
    }
  };
  const shape = int16(9, 2500);
  const whole = encodeBlock(core, waves(9, 2500), shape) as Uint8Array<ArrayBuffer>;

  it("are told by their kind", () => {
    expect(kindOf(whole, shape)).toBeNull();
    for (let length = 0; length < whole.length; length += 97)
      expect(kindOf(whole.subarray(0, length), shape)).toBe("cut_short");
    expect(kindOf(Uint8Array.from([...whole, 0]), shape)).toBe("left_over");
    expect(
      kindOf(
        Uint8Array.from(whole, (byte, k) => (k === 0 ? 0xff : byte)),
        shape,
      ),
    ).toBe("malformed");
    expect(kindOf(whole, int16(10, 2500))).not.toBeNull();
    expect(kindOf(whole, int16(9, 2400))).not.toBeNull();
    expect(kindOf(whole, int16(100_000_000, 2500))).toBe("too_large");
    expect(kindOf(whole, int16(9, 2 ** 40))).toBe("too_large");
    expect(kindOf(whole, int16(-1, 2500))).toBe("too_large");
    expect(kindOf(whole, int16(Number.NaN, 2500))).toBe("too_large");
    expect(kindOf(new Uint8Array(0), int16(0, 0))).toBeNull();
  });

  it("are refused or give some block, thousands of them, and nothing is written elsewhere", () => {
    const random = randomFrom(10);
    const floats = Float32Array.from(waves(5, 300), (value, k) => (k % 7 === 0 ? value / 3 : value));
    const columns = Float32Array.from(waves(6, 200), (value) => (value >> 6) / 7);
    const blocks: [Uint8Array, BlockShape][] = [
      [waves(9, 300), int16(9, 300)],
      [waves(1, 130, 9), int16(1, 130)],
      [floats, { kind: "float32", rows: 5, count: 300 }],
      [Float32Array.from(waves(3, 200), (v) => v * 1000), { kind: "float32", rows: 3, count: 200 }],
      [columns, { kind: "pairs", rows: 3, count: 200 }],
    ].map(([data, of]) => [encodeBlock(core, data as Values, of as BlockShape) as Uint8Array, of as BlockShape]);
    expect(blocks.every(([coded]) => coded !== null)).toBe(true);
    let refused = 0;
    for (let k = 0; k < 6000; k++) {
      const [coded, of] = blocks[k % blocks.length];
      let broken = Uint8Array.from(coded);
      switch (random(4)) {
        case 0:
          broken = broken.subarray(0, random(broken.length));
          break;
        case 1:
          for (let n = 1 + random(4); n > 0; n--) broken[random(Math.min(40, broken.length))] = random(256);
          break;
        case 2:
          for (let n = 1 + random(40); n > 0; n--) broken[random(broken.length)] = random(256);
          break;
        default:
          broken.fill([0, 255][random(2)], random(broken.length));
      }
      if (!survives(broken, of)) refused++;
    }
    expect(refused).toBeGreaterThan(3000);
  });

  it("made of chance are refused or give some block", () => {
    const random = randomFrom(11);
    for (let k = 0; k < 2000; k++) {
      const chance = Uint8Array.from({ length: random(400) }, () => (random(3) === 0 ? random(256) : random(9)));
      const kind = (["int16", "float32", "pairs"] as const)[k % 3];
      survives(chance, { kind, rows: 1 + random(4), count: 1 + random(100) });
    }
  });
});

/** Damage to files, the same for the same seed. */

export type Random = (below: number) => number;

/** Whole numbers from 0 on, below what is asked for. */
export function randomFrom(seed: number): Random {
  let state = (Math.imul(seed + 1, 2_654_435_761) ^ 0x9e3779b9) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export const oneOf = <T>(random: Random, things: readonly T[]): T => things[random(things.length)];

type Damage = (bytes: Uint8Array<ArrayBuffer>, random: Random) => Uint8Array<ArrayBuffer>;

const joined = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  for (let at = 0, k = 0; k < parts.length; at += parts[k++].length) whole.set(parts[k], at);
  return whole;
};

/** What happens to bytes on their way. */
export const damages: Readonly<Record<string, Damage>> = {
  bits: (bytes, random) => {
    for (let k = random(4); k >= 0 && bytes.length > 0; k--) bytes[random(bytes.length)] ^= 1 << random(8);
    return bytes;
  },
  bytes: (bytes, random) => {
    for (let k = random(8); k >= 0 && bytes.length > 0; k--)
      bytes[random(bytes.length)] = oneOf(random, [0, 1, 0x0a, 0x0d, 0x22, 0x2c, 0x3c, 0x7f, 0x80, 0xff, random(256)]);
    return bytes;
  },
  cut: (bytes, random) => bytes.slice(0, random(bytes.length + 1)),
  lost: (bytes, random) => {
    const from = random(bytes.length + 1);
    return joined(bytes.subarray(0, from), bytes.subarray(from + 1 + random(random(2) ? 8 : 600)));
  },
  twice: (bytes, random) => {
    const from = random(bytes.length + 1);
    const end = Math.min(bytes.length, from + 1 + random(random(2) ? 30 : 600));
    return joined(bytes.subarray(0, end), bytes.subarray(from));
  },
  swapped: (bytes, random) => {
    const length = 1 + random(64);
    const [one, other] = [random(bytes.length), random(bytes.length)];
    const kept = bytes.slice(one, one + length);
    bytes.copyWithin(one, other, Math.min(other + length, bytes.length));
    bytes.set(kept.subarray(0, Math.max(0, bytes.length - other)), other);
    return bytes;
  },
  number: (bytes, random) => {
    if (bytes.length < 8) return bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const value = oneOf(random, [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 0xffff, 65_536, 0x7f, random(2 ** 31)]);
    view.setInt32(random(bytes.length - 4), value, true);
    return bytes;
  },
};

/** One kind of damage to a copy, at a place of its own. */
export function damaged(bytes: Uint8Array, random: Random, kinds = Object.keys(damages)): Uint8Array<ArrayBuffer> {
  return damages[oneOf(random, kinds)](Uint8Array.from(bytes), random);
}

/** The same for a text; `pieces` are what can stand in it by mistake. */
export function damagedText(text: string, random: Random, pieces: readonly string[]): string {
  let changed = text;
  for (let k = random(3); k >= 0; k--) {
    const at = random(changed.length + 1);
    const end = at + random(random(2) ? 3 : 60);
    const middle = oneOf(random, ["", "", changed.slice(at, end).repeat(2), oneOf(random, pieces)]);
    changed = changed.slice(0, at) + middle + changed.slice(oneOf(random, [at, at + 1, end]));
  }
  return changed;
}

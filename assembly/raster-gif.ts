// A picture as runs of one colour, and runs as codes of a GIF (src/server/eeg-service/gif-kernels.ts). Most of a page is ground: what is done is
// done once a run, not once a pixel.

/** Slots of the hash of colours: as few as are cleared in no time at first, and at most, as powers of two. Half of them may be taken. */
const firstSlotBits: i32 = 13;
const mostSlotBits: i32 = 17;
/** 2^32 by the golden ratio (Knuth 6.4). */
const spread: u32 = 0x9e3779b1;

/** The slot of a word: its own, or the free one that it may have. A slot holds the place of its colour + 1; 0: none. */
function slotOf(word: u32, slots: usize, bits: i32, colours: usize): usize {
  const mask = ((<u32>1) << bits) - 1;
  let slot = (word * spread) >> (32 - bits);
  let at = slots + ((<usize>slot) << 2);
  let place = load<u32>(at);
  while (place !== 0 && load<u32>(colours + ((<usize>(place - 1)) << 3)) !== word) {
    slot = (slot + 1) & mask;
    at = slots + ((<usize>slot) << 2);
    place = load<u32>(at);
  }
  return at;
}

/** The end of the words from `at` on that are `word`; `end`: of all. */
function endOfRun(at: usize, end: usize, word: u32): usize {
  const four = i32x4.splat(word);
  while (at + 16 <= end && i8x16.all_true(i8x16.eq(v128.load(at), four))) at += 16;
  while (at < end && load<u32>(at) === word) at += 4;
  return at;
}

/**
 * Runs of one colour in `pixels` words from `at` on. runs: u32 pairs, the place of the colour and how many pixels. colours: u32 pairs, the word and how many pixels
 * it has, in the order in which they come. slots: 2^17 u32 for their hash; the first one says in the end how many colours there are.
 * Returns how many runs, or -1 where there are more than `mostRuns` or 2^16 colours.
 */
export function gifRuns(at: usize, pixels: i32, runs: usize, mostRuns: i32, colours: usize, slots: usize): i32 {
  const end = at + ((<usize>pixels) << 2);
  let bits = firstSlotBits;
  memory.fill(slots, 0, (<usize>4) << bits);
  let found: u32 = 0;
  let count = 0;
  for (; at < end; count++, runs += 8) {
    if (count === mostRuns) return -1;
    const word = load<u32>(at);
    const to = endOfRun(at + 4, end, word);
    const length = <u32>((to - at) >> 2);
    at = to;
    let slot = slotOf(word, slots, bits, colours);
    let place = load<u32>(slot);
    if (place === 0) {
      if (found === (<u32>1) << (bits - 1)) {
        if (bits === mostSlotBits) return -1;
        bits++;
        memory.fill(slots, 0, (<usize>4) << bits);
        for (let k: u32 = 0; k < found; k++)
          store<u32>(slotOf(load<u32>(colours + ((<usize>k) << 3)), slots, bits, colours), k + 1);
        slot = slotOf(word, slots, bits, colours);
      }
      place = ++found;
      store<u32>(slot, place);
      store<u64>(colours + ((<usize>(place - 1)) << 3), <u64>word);
    }
    const own = colours + ((<usize>(place - 1)) << 3);
    store<u32>(own, load<u32>(own, 4) + length, 4);
    store<u32>(runs, place - 1);
    store<u32>(runs, length, 4);
  }
  store<u32>(slots, found);
  return count;
}

const clearCode: u32 = 256;
const endCode: u32 = 257;
const codes: u32 = 4096;
const firstWidth: i32 = 9;
const mostWidth: i32 = 12;

/**
 * A string of pixels is a chain: its first pixels, and then one colour up to 256 times. A chain grows by one at its end, so that a run goes along it
 * in one step. By chain (the code of its first string): how often its colour comes at most, less one, u16.
 */
const reaches = memory.data(8192);
/** The colour of its end, u8. */
const ends = memory.data(4096);
/** What follows a string: 2^14 u32, four times as many as strings, a hash by string and colour (20 bits) that holds them and the code; 0: none. */
const next = memory.data(65536);
const nextBits: i32 = 14;
const nextBytes: usize = 65536;
/** The longest chain, less one. */
const mostReach: u32 = 255;

/** Where what follows a string stands, or may stand. `place`: code and colour. */
function nextOf(place: u32): usize {
  let slot = (place * spread) >> (32 - nextBits);
  let at = next + ((<usize>slot) << 2);
  let entry = load<u32>(at);
  while (entry !== 0 && entry >> 12 !== place) {
    slot = (slot + 1) & (((<u32>1) << nextBits) - 1);
    at = next + ((<usize>slot) << 2);
    entry = load<u32>(at);
  }
  return at;
}

let to: usize = 0;
let held: u64 = 0;
let heldBits: i32 = 0;
let codeWidth: i32 = firstWidth;
let widest: u32 = 0;

/** `free`: the next code that none has yet, which decides how wide the one behind this is. */
function write(code: u32, free: u32): void {
  held |= (<u64>code) << heldBits;
  heldBits += codeWidth;
  if (heldBits >= 32) {
    store<u32>(to, <u32>held);
    to += 4;
    held >>= 32;
    heldBits -= 32;
  }
  if (free <= widest) return;
  codeWidth++;
  widest = codeWidth === mostWidth ? codes : ((<u32>1) << codeWidth) - 1;
}

function startWidths(): void {
  codeWidth = firstWidth;
  widest = ((<u32>1) << firstWidth) - 1;
}

/** Chains of one colour each, and nothing behind them. */
function startChains(): void {
  memory.fill(next, 0, nextBytes);
  memory.fill(reaches, 0, 512);
  for (let colour: u32 = 0; colour < 256; colour++) store<u8>(ends + colour, <u8>colour);
}

/**
 * The codes of LZW, without the lengths of blocks, into `out`; begun anew whenever all codes are taken. runs: `count` of them, one at least, as gifRuns makes them.
 * shades: the number of each colour in the palette, u8. chains: 2 MiB, 256 strings each, u16; the first of each is the chain itself, and not written.
 * Returns how many bytes; eight behind them may be written.
 */
export function gifCodes(runs: usize, count: i32, shades: usize, chains: usize, out: usize): i32 {
  to = out;
  held = 0;
  heldBits = 0;
  startWidths();
  startChains();
  let free = endCode + 1;
  write(clearCode, free);
  // The string so far: how often the colour of its chain comes at its end, less one, and its code.
  let chain = <u32>load<u8>(shades + <usize>load<u32>(runs));
  let reach: u32 = 0;
  let code = chain;
  let left = load<u32>(runs, 4) - 1;
  let shade = chain;
  for (let k = 0; ; ) {
    if (left === 0) {
      if (++k === count) break;
      runs += 8;
      shade = <u32>load<u8>(shades + <usize>load<u32>(runs));
      left = load<u32>(runs, 4);
    }
    let follower: usize = 0;
    const isAlong = <u32>load<u8>(ends + chain) === shade && reach < mostReach;
    if (isAlong) {
      const along = min<u32>(left, <u32>load<u16>(reaches + ((<usize>chain) << 1)) - reach);
      if (along > 0) {
        reach += along;
        left -= along;
        code = <u32>load<u16>(chains + ((<usize>chain) << 9) + ((<usize>reach) << 1));
        continue;
      }
    } else {
      follower = nextOf((code << 8) | shade);
      const entry = load<u32>(follower);
      if (entry !== 0) {
        code = chain = entry & (codes - 1);
        reach = 0;
        left--;
        continue;
      }
    }
    write(code, free);
    if (free === codes) {
      startChains();
      free = endCode + 1;
      write(clearCode, 0);
      startWidths();
    } else {
      if (isAlong) {
        const end = reach + 1;
        store<u16>(reaches + ((<usize>chain) << 1), <u16>end);
        store<u16>(chains + ((<usize>chain) << 9) + ((<usize>end) << 1), <u16>free);
      } else {
        store<u32>(follower, (((code << 8) | shade) << 12) | free);
        store<u16>(reaches + ((<usize>free) << 1), 0);
        store<u8>(ends + free, <u8>shade);
      }
      free++;
    }
    code = chain = shade;
    reach = 0;
    left--;
  }
  write(code, free);
  write(endCode, free);
  store<u32>(to, <u32>held);
  return <i32>(to - out) + ((heldBits + 7) >> 3);
}

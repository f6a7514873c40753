/** The different colours of a picture in the order in which they come, and how many pixels each has. */
export class FoundColours {
  /** As bytes of red, green, blue and alpha, the first lowest; in 32 bits with a sign. */
  readonly colours: number[] = [];
  readonly counts: number[] = [];
  /** By the hash of a colour: the colour, and its place among `colours` + 1; 0: none. */
  private words = new Int32Array(1 << firstBits);
  private places = new Int32Array(1 << firstBits);
  private shift = 32 - firstBits;

  constructor(pixels: Uint32Array) {
    const words = signed(pixels);
    for (let from = 0; from < words.length; ) {
      const word = words[from];
      let to = from + 1;
      while (to < words.length && words[to] === word) to++;
      this.counts[this.take(word)] += to - from;
      from = to;
    }
  }

  /** Of each pixel of the picture, what `of` says of its colour. */
  indexOf(pixels: Uint32Array, of: Uint8Array): Uint8Array {
    const words = signed(pixels);
    const index = new Uint8Array(words.length);
    let last = words.length === 0 ? 0 : words[0];
    let own = words.length === 0 ? 0 : of[this.places[this.slotOf(last)] - 1];
    for (let k = 0; k < words.length; k++) {
      const word = words[k];
      if (word !== last) {
        last = word;
        own = of[this.places[this.slotOf(word)] - 1];
      }
      index[k] = own;
    }
    return index;
  }

  private take(word: number): number {
    const slot = this.slotOf(word);
    const known = this.places[slot];
    if (known !== 0) return known - 1;
    this.words[slot] = word;
    this.places[slot] = this.colours.push(word);
    this.counts.push(0);
    if (2 * this.colours.length > this.words.length) this.grow();
    return this.colours.length - 1;
  }

  private slotOf(word: number): number {
    const { words, places } = this;
    const mask = words.length - 1;
    let slot = Math.imul(word, spread) >>> this.shift;
    while (places[slot] !== 0 && words[slot] !== word) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    this.shift--;
    this.words = new Int32Array(2 * this.words.length);
    this.places = new Int32Array(this.words.length);
    this.colours.forEach((word, place) => {
      const slot = this.slotOf(word);
      this.words[slot] = word;
      this.places[slot] = place + 1;
    });
  }
}

const firstBits = 12;
/** 2^32 by the golden ratio (Knuth 6.4). */
const spread = 0x9e3779b1 | 0;

const signed = ({ buffer, byteOffset, length }: Uint32Array) => new Int32Array(buffer, byteOffset, length);

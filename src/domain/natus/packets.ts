/**
 * Decodes sample packets of schemas 8 and 9 (formats.md 4.3): one packet is one sample of all channels. Event byte,
 * frequency byte (only where rates are reduced), delta mask, differences of 8 or 16 bits, then the absolute values of
 * channels whose 16-bit difference is 0xFFFF. Works on whole buffers; allocates nothing while it decodes.
 */
import { frequencyDivisors, type RawHeader } from "./header.ts";

/** Channels of one rate. Counts are samples in the output since `restart`. */
export interface RateClass {
  /** One sample in so many packets. */
  readonly divisor: number;
  readonly channels: number;
  count: number;
  /** Packet since `restart` that gave the first sample. */
  first: number;
}

export interface DecoderInput {
  /** Up to `longest` bytes behind `end` are read, whatever they are. */
  bytes: Uint8Array;
  /** First byte of the first packet. */
  at: number;
  /** Packets that begin here or behind stay untouched. */
  end: number;
  /** Samples of a row of the output, and packets to decode at most. */
  stride: number;
  most: number;
}

export type PacketFault = "event" | "frequency" | "rate";
const faultWords: Record<PacketFault, string> = {
  event: "the event byte is neither 0 nor 1",
  frequency: "the frequency byte names a rate that is not known",
  rate: "channels of a reduced rate do not come at that rate",
};
export const faultText = (fault: PacketFault): string => faultWords[fault];

const allRates = 0x80;
const knownRates = 0xbf;

export class PacketDecoder {
  /** Bytes of the longest packet. */
  readonly longest: number;
  readonly classes: RateClass[];
  /** After `run`: the byte behind the last packet, where the last packet begins, and packets decoded by that call. */
  at = 0;
  lastAt = 0;
  decoded = 0;
  /** What was met at `at`, or null. */
  fault: PacketFault | null = null;
  /** Bits that any value had, its sign aside. */
  magnitude = 0;
  /** Packets since `restart`. */
  #packets = 0;
  readonly #out: Float32Array;
  readonly #maskBytes: number;
  readonly #hasFrequencyByte: boolean;
  /** Per decoded channel, in channel order. */
  readonly #maskAt: Uint8Array;
  readonly #maskBit: Uint8Array;
  readonly #row: Int32Array;
  readonly #class: Uint8Array;
  readonly #last: Int32Array;
  readonly #escaped: Int32Array;
  readonly #at: Int32Array;
  /** Per class: packets until its next sample; -1: not seen yet. */
  readonly #due: Int32Array;
  /** Per class: its channels have a value in the last packet, and that is a sample in its turn. */
  readonly #isHere: Uint8Array;
  readonly #isKept: Uint8Array;
  /** Per class: nothing but a packet of all channels tells its turn so far. */
  readonly #isTentative: Uint8Array;
  /** Values that came between two turns of their rate, and were left out. */
  extras = 0;

  /** `rowOf`: row of the output for each channel of the header. Rows of `out` are `stride` long. */
  constructor(header: RawHeader, rowOf: (channel: number) => number, out: Float32Array) {
    const channels = header.isShorted.flatMap((isShorted, channel) => (isShorted ? [] : [channel]));
    const divisors = [...new Set([1, ...channels.map((channel) => header.divisors[channel])])].sort((a, b) => a - b);
    this.#maskBytes = Math.ceil(header.channelCount / 8);
    this.#hasFrequencyByte = header.hasFrequencyByte;
    this.longest = 2 + this.#maskBytes + 6 * channels.length;
    this.classes = divisors.map((divisor) => {
      const members = channels.filter((channel) => header.divisors[channel] === divisor);
      return { divisor, channels: members.length, count: 0, first: 0 };
    });
    this.#out = out;
    this.#maskAt = Uint8Array.from(channels, (channel) => channel >> 3);
    this.#maskBit = Uint8Array.from(channels, (channel) => 1 << (channel & 7));
    this.#row = Int32Array.from(channels, rowOf);
    this.#class = Uint8Array.from(channels, (channel) => divisors.indexOf(header.divisors[channel]));
    this.#last = new Int32Array(channels.length);
    this.#escaped = new Int32Array(channels.length);
    this.#at = new Int32Array(channels.length);
    this.#due = new Int32Array(divisors.length).fill(-1);
    this.#isHere = new Uint8Array(divisors.length).fill(1);
    this.#isKept = new Uint8Array(divisors.length).fill(1);
    this.#isTentative = new Uint8Array(divisors.length);
  }

  /** Output begins again at the start of its rows. `isBroken`: samples do not continue, so reduced rates begin anew. */
  restart(isBroken: boolean): void {
    this.#packets = 0;
    for (const rate of this.classes) {
      rate.count = 0;
      rate.first = 0;
    }
    if (isBroken) this.#due.fill(-1);
  }

  /** Takes back the last packet, which the end of the file has cut off. */
  dropLast(): void {
    this.#packets--;
    this.decoded--;
    for (let c = 0; c < this.classes.length; c++)
      if (this.#isKept[c] && this.classes[c].count > 0) this.classes[c].count--;
  }

  /** Decodes packets until `end`, `most` or a fault. */
  run(input: DecoderInput): void {
    this.fault = null;
    this.decoded = 0;
    if (this.#hasFrequencyByte) this.#runMixed(input);
    else this.#runFull(input);
  }

  #runFull({ bytes, at: from, end, stride, most }: DecoderInput): void {
    const [out, last, escaped, maskAt, maskBit] = [this.#out, this.#last, this.#escaped, this.#maskAt, this.#maskBit];
    const [maskBytes, channels] = [this.#maskBytes, last.length];
    const begin = this.#at;
    for (let k = 0; k < channels; k++) begin[k] = this.#row[k] * stride + this.#packets;
    let at = from;
    let lastAt = from;
    let magnitude = this.magnitude;
    let i = 0;
    while (i < most && at < end) {
      if (bytes[at] > 1) {
        this.fault = "event";
        break;
      }
      lastAt = at;
      const mask = at + 1;
      at = mask + maskBytes;
      let wide = 0;
      for (let m = mask; m < at; m++) wide |= bytes[m];
      if (wide === 0) {
        for (let k = 0; k < channels; k++) {
          const value = (last[k] + ((bytes[at++] << 24) >> 24)) | 0;
          last[k] = value;
          out[begin[k] + i] = value;
          magnitude |= value ^ (value >> 31);
        }
        i++;
        continue;
      }
      let escapes = 0;
      for (let k = 0; k < channels; k++) {
        let value = last[k];
        if ((bytes[mask + maskAt[k]] & maskBit[k]) === 0) value = (value + ((bytes[at++] << 24) >> 24)) | 0;
        else {
          const difference = bytes[at] | (bytes[at + 1] << 8);
          at += 2;
          if (difference === 0xffff) escaped[escapes++] = k;
          else value = (value + ((difference << 16) >> 16)) | 0;
        }
        last[k] = value;
        out[begin[k] + i] = value;
        magnitude |= value ^ (value >> 31);
      }
      for (let e = 0; e < escapes; e++) {
        const k = escaped[e];
        const value = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
        at += 4;
        last[k] = value;
        out[begin[k] + i] = value;
        magnitude |= value ^ (value >> 31);
      }
      i++;
    }
    this.#packets += i;
    this.classes[0].count += i;
    this.decoded = i;
    this.at = at;
    this.lastAt = lastAt;
    this.magnitude = magnitude;
  }

  /**
   * With a frequency byte: bit 7 says that all channels have a sample, bits 0 to 5 that those of one reduced rate do.
   * Channels of full rate have one in every packet. That only one public reader treats this byte, and the opposite of it
   * would leave full-rate channels without a rate, is why a packet out of turn is a fault here and not read on.
   */
  #runMixed({ bytes, at: from, end, stride, most }: DecoderInput): void {
    const [last, escaped] = [this.#last, this.#escaped];
    let at = from;
    let i = 0;
    this.lastAt = from;
    for (; i < most && at < end; i++) {
      const rates = bytes[at + 1];
      if (bytes[at] > 1) this.fault = "event";
      else if ((rates & ~knownRates) !== 0) this.fault = "frequency";
      else if (!this.#advance(rates)) this.fault = "rate";
      if (this.fault) break;
      this.lastAt = at;
      const mask = at + 2;
      at = mask + this.#maskBytes;
      let escapes = 0;
      for (let k = 0; k < last.length; k++) {
        if (this.#isHere[this.#class[k]] === 0) continue;
        let value = last[k];
        if ((bytes[mask + this.#maskAt[k]] & this.#maskBit[k]) === 0) value = (value + ((bytes[at++] << 24) >> 24)) | 0;
        else {
          const difference = bytes[at] | (bytes[at + 1] << 8);
          at += 2;
          if (difference === 0xffff) escaped[escapes++] = k;
          else value = (value + ((difference << 16) >> 16)) | 0;
        }
        last[k] = value;
        this.#put(k, value, stride);
      }
      for (let e = 0; e < escapes; e++, at += 4) {
        const value = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
        last[escaped[e]] = value;
        this.#put(escaped[e], value, stride);
      }
      this.#packets++;
    }
    this.decoded = i;
    this.at = at;
  }

  #put(k: number, value: number, stride: number): void {
    const c = this.#class[k];
    if (this.#isKept[c] === 1) this.#out[this.#row[k] * stride + this.classes[c].count - 1] = value;
    this.magnitude |= value ^ (value >> 31);
  }

  /**
   * Counts the samples of the next packet in; false when a class comes too early or too late. Packets of all channels
   * begin blocks, whatever the turn, so what they hold between two turns is no sample of that rate.
   */
  #advance(rates: number): boolean {
    const due = this.#due;
    for (let c = 0; c < this.classes.length; c++) {
      const { divisor, count } = this.classes[c];
      if (divisor === 1) continue;
      const isOwn = (rates & (1 << frequencyDivisors.indexOf(divisor))) !== 0;
      const isHere = isOwn || (rates & allRates) !== 0;
      const isWrong = due[c] === 0 ? !isHere : due[c] > 0 && isOwn && (this.#isTentative[c] === 0 || count === 0);
      if (isWrong) return false;
      this.#isHere[c] = Number(isHere);
      this.#isKept[c] = Number(isHere && (due[c] <= 0 || isOwn));
    }
    for (let c = 0; c < this.classes.length; c++) {
      const rate = this.classes[c];
      const isOwn = (rates & (1 << frequencyDivisors.indexOf(rate.divisor))) !== 0;
      if (this.#isHere[c] && !this.#isKept[c]) this.extras += rate.channels;
      if (this.#isKept[c]) {
        if (rate.divisor > 1 && due[c] > 0) {
          rate.count--; // the tentative one
          this.extras += rate.channels;
        }
        if (rate.count === 0) rate.first = this.#packets;
        rate.count++;
        this.#isTentative[c] = Number(due[c] < 0 && !isOwn);
        due[c] = rate.divisor - 1;
      } else if (due[c] > 0) due[c]--;
    }
    return true;
  }
}

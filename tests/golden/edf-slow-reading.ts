/** EDF and BDF read a second time, sample by sample from the bytes, by nothing of the reader's: what a value must be. */

export interface SlowFile {
  /** Stored value of sample `k` of a signal in a record. */
  value(record: number, signal: number, k: number): number;
  samplesPerRecord: number[];
  /** Seconds from the header's start by the record's own time stamp; NaN where it has none. */
  stamp(record: number): number;
}

export function slowFile(bytes: Uint8Array): SlowFile {
  const text = (at: number, length: number) => Buffer.from(bytes.subarray(at, at + length)).toString("latin1");
  const count = (at: number, length: number) => Number(text(at, length).replaceAll("\0", " "));
  const width = bytes[0] === 0xff ? 3 : 2;
  const signals = count(252, 4);
  const samplesPerRecord = Array.from({ length: signals }, (_, i) => count(256 + 216 * signals + 8 * i, 8));
  const offsetOf = (signal: number) => width * samplesPerRecord.slice(0, signal).reduce((sum, n) => sum + n, 0);
  const offsets = samplesPerRecord.map((_, signal) => offsetOf(signal));
  const recordBytes = offsetOf(signals);
  const place = (record: number, signal: number) => 256 * (signals + 1) + record * recordBytes + offsets[signal];
  const isKeeper = (signal: number) =>
    samplesPerRecord[signal] > 0 && /^[EB]DF Annotations[ \0]*$/.test(text(256 + 16 * signal, 16));
  const keeper = samplesPerRecord.findIndex((_, signal) => isKeeper(signal));
  return {
    samplesPerRecord,
    value(record, signal, k) {
      const at = place(record, signal) + k * width;
      let value = 0;
      for (let byte = width - 1; byte >= 0; byte--) value = value * 256 + bytes[at + byte];
      return value >= 2 ** (8 * width - 1) ? value - 2 ** (8 * width) : value;
    },
    stamp(record) {
      if (keeper < 0) return Number.NaN;
      const list = text(place(record, keeper), samplesPerRecord[keeper] * width)
        .replace(/^\0+/, "")
        .split("\0")[0];
      const [timing, firstText] = list.split("\x14");
      const found = /^([+-]?)(\d*)[.,]?(\d*)$/.exec(timing.split("\x15")[0]);
      if (firstText !== "" || found === null || found[2] + found[3] === "") return Number.NaN;
      return Number(`${found[1]}${found[2] || 0}.${found[3] || 0}`);
    },
  };
}

/** The index of a stream: which sample was taken when (formats.md 3.3). Streamed, whatever its length. */
import { type ByteSource, readFully } from "../byte-source.ts";

export const entryBytes = 28;
const entriesPerSlice = 8192;
/** Where the fields lie in an entry; the checksum at 25 follows no known rule and is not looked at. */
const at = { first: 0, time: 8, fraction: 16, whole: 20, dataId: 24, frameBytes: 26 } as const;
/** 1970 to 2255: what a float64 counts in microseconds. */
const latestUs = Number.MAX_SAFE_INTEGER;

export interface IndexEntry {
  /** First frame (sample of all channels) it describes, counted from the start of the data file. */
  first: number;
  /** Epoch microseconds of that frame. */
  timeUs: number;
  /** Microseconds from one frame to the next; 0 where the entry has none that makes sense. */
  intervalUs: number;
  /** Low seven bits of the data id. */
  dataId: number;
  /** Bytes of a frame or of a value: readers disagree. */
  frameBytes: number;
  /** Where it lies in the file. */
  offset: number;
}

/** 10 MHz to one a day. */
const isInterval = (us: number) => us >= 0.1 && us <= 86_400_000_000;

function entryAt(view: DataView, from: number, offset: number): IndexEntry {
  const interval = view.getUint32(from + at.whole, true) + view.getUint32(from + at.fraction, true) / 2 ** 32;
  return {
    first: Number(view.getBigUint64(from + at.first, true)),
    timeUs: Number(view.getBigInt64(from + at.time, true)),
    intervalUs: isInterval(interval) ? interval : 0,
    dataId: view.getUint8(from + at.dataId) & 0x7f,
    frameBytes: view.getUint16(from + at.frameBytes, true),
    offset,
  };
}

/** All whole entries as they are written, some thousands at a time. */
async function* readEntries(source: ByteSource, sizeBytes: number): AsyncGenerator<IndexEntry[]> {
  const whole = Math.floor(sizeBytes / entryBytes);
  for (let done = 0; done < whole; done += entriesPerSlice) {
    const count = Math.min(entriesPerSlice, whole - done);
    const bytes = await readFully(source, new Uint8Array(count * entryBytes), done * entryBytes);
    const view = new DataView(bytes.buffer);
    yield Array.from({ length: count }, (_, k) => entryAt(view, k * entryBytes, (done + k) * entryBytes));
  }
}

/** What makes an entry usable. */
export interface IndexLimits {
  sizeBytes: number;
  /** Frames in the data file. */
  frames: number;
  /** Entries further than `reachUs` from this moment are taken for damage. */
  referenceUs: number;
  reachUs: number;
}

export interface IndexFaults {
  /** Entries out of order, or with an impossible time. */
  damaged: number;
  /** Entries that describe frames behind the end of the data. */
  beyondEnd: number;
  /** Offset of the first damaged entry, -1 when there is none. */
  firstDamaged: number;
}

/** The usable entries: frame numbers ascend and lie in the data, times lie near the reference. */
export async function* usableEntries(
  source: ByteSource,
  limits: IndexLimits,
  faults: IndexFaults = { damaged: 0, beyondEnd: 0, firstDamaged: -1 },
): AsyncGenerator<IndexEntry[]> {
  const leaveOut = ({ offset }: IndexEntry) => {
    faults.firstDamaged = faults.damaged++ === 0 ? offset : Math.min(faults.firstDamaged, offset);
  };
  let last: IndexEntry | null = null;
  /** The next one tells whether it can be believed. */
  let waiting: IndexEntry | null = null;
  for await (const entries of readEntries(source, limits.sizeBytes)) {
    const usable: IndexEntry[] = [];
    for (const entry of entries) {
      const isTime = entry.timeUs > 0 && entry.timeUs <= latestUs;
      if (!isTime || Math.abs(entry.timeUs - limits.referenceUs) > limits.reachUs || entry.first <= (last?.first ?? -1))
        leaveOut(entry);
      else if (entry.first >= limits.frames) faults.beyondEnd++;
      else if (entry.first === waiting?.first)
        waiting = entry; // no sample came between the two: the one before describes none
      else if (waiting !== null && entry.first < waiting.first && !isTooFar(last, waiting)) leaveOut(entry);
      else {
        if (waiting !== null && entry.first < waiting.first) leaveOut(waiting);
        else if (waiting !== null) usable.push(waiting);
        last = usable.at(-1) ?? last;
        waiting = entry;
      }
    }
    if (usable.length > 0) yield usable;
  }
  if (waiting !== null) yield [waiting];
}

/**
 * Of two entries whose frame numbers contradict each other the first one is damaged if it counts far more frames than its
 * time has room for: one wrong number would else take those behind it for damage and put samples at the times of others.
 */
const isTooFar = (before: IndexEntry | null, entry: IndexEntry): boolean =>
  before === null || (entry.first - before.first) * before.intervalUs > 2 * (entry.timeUs - before.timeUs);

/** Time of the first entry that has a possible one, or null. */
export async function firstTimeUs(source: ByteSource, sizeBytes: number): Promise<number | null> {
  for await (const entries of readEntries(source, sizeBytes)) {
    const found = entries.find(({ timeUs }) => timeUs > 0 && timeUs <= latestUs);
    return found?.timeUs ?? null;
  }
  return null;
}

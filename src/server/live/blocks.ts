/** The body of an append: blocks of samples, one after the other, little-endian (README.md). */
import { liveLimits } from "../../protocol/live.ts";
import { liveText } from "../../protocol/text/live-text.ts";
import { Refused } from "../platform/http/routes.ts";
import type { AppendedBlock, GrowingRecording } from "../recordings/index.ts";

/** Bytes before the samples of a block: group, type, flags, count, start. */
export const blockHeadBytes = 16;
export const sampleTypes = { int16: 1, float32: 2 } as const;
export const seamFlag = 1;

const { form } = liveText.refused;

/** The blocks of a body. @throws Refused 400 with what is wrong with it */
export function readBlocks(
  bytes: Uint8Array,
  { groups, startMs: originMs }: Pick<GrowingRecording, "groups" | "startMs">,
): AppendedBlock[] {
  if (bytes.length === 0) throw new Refused(400, form.empty);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const blocks: AppendedBlock[] = [];
  const latestMs = Date.now() + liveLimits.aheadMs;
  for (let at = 0; at < bytes.length; ) {
    if (bytes.length - at < blockHeadBytes) throw new Refused(400, form.short);
    const group = view.getUint16(at, true);
    const known = groups[group];
    if (known === undefined) throw new Refused(400, form.group(group));
    // At once: reading 200,000 of them would keep everybody else waiting.
    if (blocks.some((block) => block.group === group)) throw new Refused(400, form.twice);
    if (view.getUint8(at + 2) !== sampleTypes[known.sample_type]) throw new Refused(400, form.type(group));
    const flags = view.getUint8(at + 3);
    if ((flags & ~seamFlag) !== 0) throw new Refused(400, form.flags);
    const count = view.getUint32(at + 4, true);
    const startMs = view.getFloat64(at + 8, true);
    if (!Number.isFinite(startMs)) throw new Refused(400, form.time);
    if (count < 1 || count * known.channels.length > liveLimits.appendBytes) throw new Refused(400, form.count(group));
    if (startMs < originMs) throw new Refused(400, form.early);
    if (startMs + (count * 1000) / known.sampling_hz > latestMs) throw new Refused(400, form.ahead);
    at += blockHeadBytes;
    const length = count * known.channels.length * (known.sample_type === "int16" ? 2 : 4);
    if (bytes.length - at < length) throw new Refused(400, form.short);
    const own = new Uint8Array(bytes.subarray(at, at + length)).buffer; // samples lie at even places there
    const data = known.sample_type === "int16" ? new Int16Array(own) : new Float32Array(own);
    if (data instanceof Float32Array && !data.every(Number.isFinite)) throw new Refused(400, form.value(group));
    at += length;
    blocks.push({ group, startMs, count, data, ...((flags & seamFlag) === 0 ? {} : { isSeam: true }) });
  }
  return blocks;
}

/** The body of these blocks. */
export function writeBlocks(blocks: readonly AppendedBlock[]): Uint8Array {
  const bytes = new Uint8Array(blocks.reduce((sum, { data }) => sum + blockHeadBytes + data.byteLength, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { group, startMs, count, data, isSeam } of blocks) {
    view.setUint16(at, group, true);
    view.setUint8(at + 2, data instanceof Int16Array ? sampleTypes.int16 : sampleTypes.float32);
    view.setUint8(at + 3, isSeam ? seamFlag : 0);
    view.setUint32(at + 4, count, true);
    view.setFloat64(at + 8, startMs, true);
    at += blockHeadBytes;
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return bytes;
}

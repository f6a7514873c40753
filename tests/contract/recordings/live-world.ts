/** A gateway of the tests: what it says of a stream, and its blocks. */
import { appendBlocks, type createStream } from "../../../src/protocol/live.ts";
import type { BodyOf } from "../../../src/protocol/route.ts";
import { writeBlocks } from "../../../src/server/live/blocks.ts";
import { blockMaker, growingHead } from "./growing-world.ts";

export { blockMaker, eegHz, growingHead, startMs } from "./growing-world.ts";

/** The recording of growing-world.ts as a gateway describes it. */
export const orderOf = (
  patient_id: number,
  stream_key: string,
  more: Partial<BodyOf<typeof createStream>> = {},
): BodyOf<typeof createStream> => ({
  ...{ patient_id, stream_key, name: "Bed 1", obj_type: "EDF", start_ms: growingHead.startMs, timezone: "UTC" },
  groups: growingHead.groups.map(({ modality, kind, sampling_hz, sample_type, channels }) => ({
    ...{ modality, kind, sampling_hz, sample_type },
    channels: channels.map(({ label, unit, gain, offset }) => ({ label, unit, gain, offset })),
  })),
  ...more,
});

/** Address of an append. */
export const appendPath = (stream_id: number, sequence: number | string): string =>
  `${appendBlocks.path}?stream_id=${stream_id}&sequence=${sequence}`;

/** Bodies of appends that follow each other. */
export function bodyMaker(): (...made: Parameters<ReturnType<typeof blockMaker>>) => Buffer<ArrayBuffer> {
  const next = blockMaker();
  return (...made) => Buffer.from(writeBlocks(next(...made)) as Uint8Array<ArrayBuffer>);
}

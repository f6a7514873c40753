/** Sends a recording as a bedside gateway would: at its own pace or a multiple, on from where the stream stands. */
import { setTimeout as rest } from "node:timers/promises";
import type { createStream } from "../../../protocol/live.ts";
import type { BodyOf } from "../../../protocol/route.ts";
import type { SourceReader } from "../../recordings/types.ts";
import { writeBlocks } from "../blocks.ts";
import { type GatewayClient, SendRefused } from "./gateway-client.ts";
import { piecesOf } from "./pieces.ts";

/** What an append of a gateway at the bedside holds. */
const pieceMs = 250;

export interface SendOptions {
  reader: Pick<SourceReader, "head" | "blocks">;
  client: GatewayClient;
  order: Pick<BodyOf<typeof createStream>, "patient_id" | "stream_key" | "name">;
  /** So many seconds of the recording a second. */
  speed: number;
  /** When the first sample is said to be recorded; of a stream that is there its own start counts. */
  startMs: number;
  /** Told of each acknowledgement: seconds of the recording so far, and how late it is. */
  onSent(progress: { seconds: number; lateMs: number }): void;
  signal: AbortSignal;
}

/**
 * Sends to the end and closes the stream; an aborted one stays open. Of a stream that is there, at the pace of life what was recorded
 * while nobody sent is lost, as it is at the bedside; at another pace it goes on where it stopped. @throws SendRefused, AbortError
 */
export async function sendRecording(options: SendOptions): Promise<{ stream: number; seconds: number }> {
  const { reader, client, order, speed, onSent, signal } = options;
  const { head } = reader;
  const stands = await client.create({
    ...order,
    ...{ obj_type: head.objType, start_ms: options.startMs, timezone: head.timezone },
    groups: head.groups.map(({ modality, kind, sampling_hz, sample_type, channels }) => ({
      ...{ modality, kind, sampling_hz, sample_type },
      channels: channels.map(({ label, unit, gain, offset, prefilter, transducer }) => ({
        ...{ label, unit, gain, offset, prefilter, transducer },
      })),
    })),
  });
  const { stream_id: stream, start_ms, end_ms, next_sequence } = stands;
  if (next_sequence === null) throw new SendRefused("This recording was sent and closed. Use another --key.");
  const shiftMs = start_ms - head.startMs;
  const isResumed = next_sequence > 0;
  const fromMs = (isResumed && speed === 1 ? Math.max(end_ms, Date.now()) : end_ms) - shiftMs;
  const begun = performance.now();
  let sequence = next_sequence;
  let seconds = 0;
  for await (const { endMs, blocks } of piecesOf(reader, { stepMs: pieceMs * speed, fromMs })) {
    const lateMs = performance.now() - begun - (endMs - fromMs) / speed;
    if (lateMs < 0) await rest(-lateMs, undefined, { signal });
    const shifted = blocks.map((block) => ({ ...block, startMs: block.startMs + shiftMs }));
    const { next_sequence: next } = await client.append(stream, sequence, writeBlocks(shifted));
    if (next !== sequence + 1)
      throw new SendRefused(`The server expects append ${next}: is this sent by another program too?`);
    sequence = next;
    seconds = (endMs - head.startMs) / 1000;
    onSent({ seconds, lateMs: performance.now() - begun - (endMs - fromMs) / speed });
  }
  await client.close(stream);
  return { stream, seconds };
}

/** The calls of gateways. What one may not send for, and streams of others, it cannot tell from what is not there. */
import { nameFromOutside } from "../../domain/unseen.ts";
import * as calls from "../../protocol/live.ts";
import { liveText } from "../../protocol/text/live-text.ts";
import { recordGateway } from "../identity/audit.ts";
import type { Gateway, GatewayCaller } from "../platform/http/caller.ts";
import { Refused, type RouteHost } from "../platform/http/routes.ts";
import { Lanes } from "../platform/lanes.ts";
import { TokenBucket } from "../platform/token-bucket.ts";
import { digestOf, type GrowingRecording } from "../recordings/index.ts";
import { readBlocks } from "./blocks.ts";
import { addGatewayRoutes, demandLivePatient, type GatewayDeps, isKeyTaken, livePatientsOf } from "./gateways.ts";
import { headDigest, headOf, type StreamOrder } from "./head.ts";
import { type LiveStreams, type LiveStreamsOptions, refusal } from "./live-streams.ts";
import { insertStream, openStreamsOf, type StreamRow, streamById, streamByKey } from "./stream-rows.ts";

const { refused } = liveText;
const { openStreams, openGroups, appends, bytes, creates, calls: others } = calls.liveLimits;

export interface LiveDeps extends GatewayDeps, Pick<LiveStreamsOptions, "dataDir" | "remote"> {
  streams: LiveStreams;
}

export function addLiveRoutes(host: RouteHost, deps: LiveDeps): void {
  const { db, streams } = deps;
  const rates = new Rates();
  /** One of a gateway at a time: what it has open is counted before another one begins. */
  const begins = new Lanes(1);
  addGatewayRoutes(host, deps);
  host.add(calls.getLivePatients, async (_, { gateway }) => {
    rates.take(gateway, "others");
    return { patients: await livePatientsOf(db, gateway) };
  });

  host.add(calls.createStream, async (order, caller, { signal }) => {
    const { gateway } = caller;
    rates.take(gateway, "others");
    const known = await sameStream(deps, gateway, order);
    if (known !== null) return standingOf(deps, gateway, known);
    const now = () => begin(deps, caller, order, () => rates.take(gateway, "creates"));
    return begins.run(gateway.gatewayId, now, signal);
  });

  host.add(calls.getStream, async ({ stream_id }, { gateway }) => {
    rates.take(gateway, "others");
    return standingOf(deps, gateway, await demandStream(deps, gateway, stream_id));
  });

  host.add(calls.appendBlocks, async ({ stream_id, sequence }, { gateway }, { bytes: body }) => {
    rates.take(gateway, "appends");
    rates.spend(gateway, body.length);
    await demandStream(deps, gateway, stream_id);
    const done = await streams.use(
      stream_id,
      (growing) => append(streams, growing, sequence, body),
      async () => (await demandStream(deps, gateway, stream_id)).isClosed,
    );
    if (done === null) throw refusal(409, "closed", refused.closed);
    if (!done.is_repeated) streams.noteAppend(stream_id, body.length);
    return { stream_id, ...done };
  });

  host.add(calls.closeStream, async ({ stream_id }, caller) => {
    const { gateway } = caller;
    rates.take(gateway, "others");
    const { isClosed } = await demandStream(deps, gateway, stream_id);
    if (!isClosed)
      await streams.finish(
        stream_id,
        async () => (await demandStream(deps, gateway, stream_id)).isClosed,
        (tx) => recordGateway(tx, caller, { recording_id: stream_id }),
      );
    return standingOf(deps, gateway, await demandStream(deps, gateway, stream_id));
  });
}

/** In the stream's turn. */
async function append(streams: LiveStreams, growing: GrowingRecording, sequence: number, body: Uint8Array) {
  const { appends: next, lastDigest } = growing;
  if (sequence > next) throw wrongSequence(next, refused.sequence(next));
  const digest = digestOf(body);
  // Only the answer of the last append can have been lost, and then the same is sent again.
  const isRepeated = sequence === next - 1 && digest === lastDigest;
  if (sequence < next && !isRepeated) throw wrongSequence(next, refused.taken(next));
  if (!isRepeated) {
    const demandRoom = (voidBytes: number) => streams.demandRoom(body.length + voidBytes);
    await growing.append(readBlocks(body, growing), { digest, demandRoom });
  }
  return { next_sequence: growing.appends, end_ms: growing.tail.end_ms, is_repeated: isRepeated };
}

const wrongSequence = (next_sequence: number, sentence: string) =>
  refusal(409, "wrong_sequence", sentence, { next_sequence });

/** @throws Refused 404 or 403 */
async function demandStream({ db }: LiveDeps, { gatewayId }: Gateway, id: number): Promise<StreamRow> {
  const row = await streamById(db, gatewayId, id);
  if (row === null) throw new Refused(404, refused.stream);
  if (!row.isAllowed) throw new Refused(403, refused.patient);
  return row;
}

async function standingOf(deps: LiveDeps, gateway: Gateway, row: StreamRow): Promise<calls.LiveStream> {
  const { recordingId: stream_id } = row;
  let now = row;
  const open = await deps.streams.use(
    stream_id,
    async ({ appends: next_sequence, tail: { end_ms } }) => ({ next_sequence, end_ms }),
    async () => {
      now = await demandStream(deps, gateway, stream_id);
      return now.isClosed;
    },
  );
  const { startMs: start_ms } = row;
  if (open === null) return { stream_id, next_sequence: null, start_ms, end_ms: now.endMs, is_closed: true };
  return { stream_id, ...open, start_ms, is_closed: false };
}

/** The stream of this key, or null. @throws Refused 409 when it is another one */
async function sameStream({ db }: LiveDeps, gateway: Gateway, order: StreamOrder): Promise<StreamRow | null> {
  const known = await streamByKey(db, gateway.gatewayId, order.stream_key);
  if (known === null) return null;
  if (!known.isAllowed) throw new Refused(403, refused.patient);
  if (known.head !== headDigest(order)) throw new Refused(409, refused.otherHead);
  return known;
}

async function begin(
  deps: LiveDeps,
  caller: GatewayCaller,
  order: StreamOrder,
  take: () => void,
): Promise<calls.LiveStream> {
  const { db, dataDir, remote, streams } = deps;
  const { gateway } = caller;
  const { gatewayId } = gateway;
  const patientId = await demandLivePatient(db, gateway, order.patient_id);
  const head = headOf(order);
  const open = await openStreamsOf(db, gatewayId);
  if (open.streams >= openStreams) throw new Refused(409, refused.tooMany(openStreams));
  if (open.groups + head.groups.length > openGroups) throw new Refused(409, refused.tooManyGroups(openGroups));
  take();
  await streams.demandRoom(0);
  try {
    const growing = await streams.begin({
      ...{ db, dataDir, remote, head, place: { patientKey: order.patient_id } },
      ...{ patient_id: patientId, obj_name: nameFromOutside(order.name) },
      async alongside(tx, recordingId) {
        await insertStream(tx, { recordingId, gatewayId, key: order.stream_key, head: headDigest(order) });
        await recordGateway(tx, caller, { recording_id: recordingId, patient_key: order.patient_id });
      },
    });
    const { id: stream_id, startMs: start_ms, tail } = growing;
    return { stream_id, next_sequence: 0, start_ms, end_ms: tail.end_ms, is_closed: false };
  } catch (error) {
    // Asked for twice at the same time: the other was first.
    const known = isKeyTaken(error) ? await sameStream(deps, gateway, order) : null;
    if (known === null) throw error;
    return standingOf(deps, gateway, known);
  }
}

/** What each gateway may send, counted on this node. */
class Rates {
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly kinds = { appends, bytes, creates, others };

  /** @throws Refused 429 */
  take({ gatewayId }: Gateway, kind: "appends" | "creates" | "others"): void {
    if (!this.of(gatewayId, kind).take()) throw refusal(429, "too_fast", refused.tooFast, { retryAfter: 1 });
  }

  /** @throws Refused 429 when what came before was too much */
  spend({ gatewayId }: Gateway, amount: number): void {
    const bucket = this.of(gatewayId, "bytes");
    if (bucket.debtMs > 0)
      throw refusal(429, "too_fast", refused.tooFast, { retryAfter: Math.ceil(bucket.debtMs / 1000) });
    bucket.spend(amount);
  }

  private of(gatewayId: number, kind: keyof Rates["kinds"]): TokenBucket {
    const name = `${gatewayId} ${kind}`;
    const known = this.buckets.get(name);
    if (known !== undefined) return known;
    const made = new TokenBucket(this.kinds[kind], () => performance.now());
    this.buckets.set(name, made);
    return made;
  }
}

/** From what a gateway says of a stream to the head of a recording. */
import { createHash } from "node:crypto";
import { microVoltsPer } from "../../domain/edf/text.ts";
import { refuseZone } from "../../domain/files/source-refused.ts";
import { isPlain } from "../../domain/people/admin-rules.ts";
import { withUnseenShown } from "../../domain/unseen.ts";
import { type createStream, type LiveChannel, type LiveGroup, liveLimits } from "../../protocol/live.ts";
import type { BodyOf } from "../../protocol/route.ts";
import { liveText } from "../../protocol/text/live-text.ts";
import { Refused } from "../platform/http/routes.ts";
import { blockBytes, sampleLayout } from "../recordings/geometry.ts";
import { shownHead } from "../recordings/index.ts";
import type { SourceHead } from "../recordings/types.ts";

export type StreamOrder = BodyOf<typeof createStream>;

const { head: told } = liveText.refused;
/** Of a sample of 16 bits; what it stands for is drawn and computed in float32. */
const largestCode = 32_768;
const largestFloat32 = 3.4028234663852886e38;

/** @throws Refused 400 with what cannot be */
export const headOf = (order: StreamOrder): SourceHead => shownHead(saidHead(order));

function saidHead({ name, obj_type, start_ms, timezone, groups }: StreamOrder): SourceHead {
  const {
    earliestMs,
    aheadMs,
    samplingHz,
    slowestWaveformHz,
    channels,
    valuesPerSecond,
    blockBytes: most,
  } = liveLimits;
  if (!(start_ms >= earliestMs && start_ms <= Date.now() + aheadMs)) throw new Refused(400, told.start);
  refuseZoneOf(timezone);
  const said = groups.flatMap(({ channels: all }) =>
    all.flatMap((one) => [one.label, one.unit, one.prefilter ?? "", one.transducer ?? ""]),
  );
  if (![name, ...groups.map(({ modality }) => modality), ...said].every(isPlain)) throw new Refused(400, told.plain);
  if (new Set(groups.map(({ modality }) => withUnseenShown(modality))).size < groups.length)
    throw new Refused(400, told.modalities);
  for (const { modality, kind, sampling_hz: hz } of groups) {
    if (!(hz >= samplingHz.least && hz <= samplingHz.most)) throw new Refused(400, told.rate(modality));
    // Blocks are as long as the kind says, so another kind makes them tiny, or huge.
    if ((kind === "numeric") !== hz < slowestWaveformHz) throw new Refused(400, told.kind(modality, slowestWaveformHz));
  }
  const count = groups.reduce((sum, group) => sum + group.channels.length, 0);
  if (count > channels) throw new Refused(400, told.channels(channels));
  const values = groups.reduce((sum, group) => sum + group.channels.length * group.sampling_hz, 0);
  if (values > valuesPerSecond) throw new Refused(400, told.volume);
  const held = groups.reduce((sum, group) => sum + blockBytes(sampleLayout(group, Number.POSITIVE_INFINITY)), 0);
  if (held > most) throw new Refused(400, told.blocks);
  let sourceIndex = 0;
  const made = groups.map((group): SourceHead["groups"][number] => ({
    modality: group.modality,
    kind: group.kind,
    sampling_hz: group.sampling_hz,
    sample_type: group.sample_type,
    missing_code: null,
    channels: group.channels.map((channel) => channelOf(group, channel, sourceIndex++)),
  }));
  return { objType: obj_type, startMs: start_ms, isStartKnown: true, timezone, sizeBytes: 0, groups: made };
}

/** Voltages of EEG are stored in microvolts. */
function channelOf({ modality, kind }: LiveGroup, channel: LiveChannel, source_index: number) {
  const { label, unit, gain, offset, prefilter = "", transducer = "" } = channel;
  const scale = microVoltsPer(unit);
  if (kind === "eeg" && scale === null) throw new Refused(400, told.voltage(modality));
  const calibrated =
    scale === null ? { unit, gain, offset } : { unit: "uV", gain: gain * scale, offset: offset * scale };
  const largest = Math.abs(calibrated.gain) * largestCode + Math.abs(calibrated.offset);
  if (calibrated.gain === 0 || !(largest <= largestFloat32)) throw new Refused(400, told.calibration(modality));
  return { source_index, label, ...calibrated, is_uncalibrated: false, prefilter, transducer };
}

function refuseZoneOf(timezone: string): void {
  try {
    refuseZone(timezone);
  } catch {
    throw new Refused(400, told.zone);
  }
}

/** Tells a stream that is asked for again from another one of the same key; who was started anew may not know when it began. */
export const headDigest = ({ stream_key: _key, start_ms: _start, ...order }: StreamOrder): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(order)))
    .digest("hex");

/** Members in order of name: how a gateway writes them says nothing. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
};

/** Sorts the channels of a study into groups that are stored side by side. */

import { counted, type Repairs } from "../../../domain/edf/repairs.ts";
import type { RawHeader } from "../../../domain/natus/header.ts";
import type { Channel, SignalGroup } from "../../../protocol/recordings.ts";
import { defaultNames, type Scale, scalesOf } from "./headbox.ts";
import { clean } from "./notes.ts";

export interface NatusGroup {
  head: Omit<SignalGroup, "sample_count" | "segments">;
  /** Channel numbers of the header, in the order of the rows; the first row among all rows of the study. */
  channels: number[];
  firstRow: number;
  divisor: number;
}

export interface GroupPlan {
  /** Header of the first part; the others agree with it but for shorted channels. */
  header: RawHeader;
  /** Channels that are not shorted in every part. */
  channels: readonly number[];
  names: readonly string[];
  samplingHz: number;
}

const slowestWaveformHz = 20;
const longestLabel = 80;

/**
 * Voltages of one rate form one group of kind "eeg": "EEG" for the rate with the most channels, "EEG_<rate>" for the
 * others. Every other input is a group of its own, `<label>_na`. All are stored as float32: values have up to 22 bits,
 * which only decoding tells, and float32 holds 24 of them exactly; int16 would not do.
 */
export function groupChannels(plan: GroupPlan, repairs: Repairs): NatusGroup[] {
  const { header, channels, samplingHz } = plan;
  const scales = scalesOf(header);
  const labels = labelsOf(plan, repairs);
  const uncalibrated = channels.filter((channel) => scales[channel].factor === null);
  if (uncalibrated.length > 0) {
    repairs.add(
      `What headbox type ${header.headboxType} stores is not known for ${counted(uncalibrated.length, "channel")}; shown uncalibrated as stored.`,
    );
  }
  const voltages = new Map<number, number[]>();
  for (const channel of channels.filter((c) => scales[c].isVoltage)) {
    const divisor = header.divisors[channel];
    voltages.set(divisor, [...(voltages.get(divisor) ?? []), channel]);
  }
  const main = Math.max(0, ...[...voltages.values()].map((members) => members.length));
  const mainDivisor = [...voltages].find(([, members]) => members.length === main)?.[0];

  const taken = new Set<string>();
  const groups: NatusGroup[] = [];
  let firstRow = 0;
  for (const channel of channels) {
    const divisor = header.divisors[channel];
    const { isVoltage } = scales[channel];
    const members = isVoltage ? (voltages.get(divisor) ?? []) : [channel];
    if (members[0] !== channel) continue;
    const hz = samplingHz / divisor;
    const eeg = divisor === mainDivisor ? "EEG" : `EEG_${Number((header.samplingHz / divisor).toPrecision(6))}`;
    groups.push({
      channels: members,
      firstRow,
      divisor,
      head: {
        modality: unique(isVoltage ? eeg : `${labels[channel]}_na`, taken),
        kind: isVoltage ? "eeg" : hz >= slowestWaveformHz ? "waveform" : "numeric",
        sampling_hz: hz,
        sample_type: "float32",
        missing_code: null,
        channels: members.map((c) => toChannel(c, labels[c], scales[c], header)),
      },
    });
    firstRow += members.length;
  }
  return groups;
}

function labelsOf({ header, channels, names }: GroupPlan, repairs: Repairs): string[] {
  const known = names.length > 0 ? names : defaultNames(header.headboxType);
  if (names.length === 0) {
    const taken = known.length > 0 ? "those of the headbox" : "numbers";
    repairs.add(`The notes do not tell the names of the channels; ${taken} were taken.`);
  } else if (channels.some((channel) => channel >= names.length)) {
    repairs.add("The notes name fewer channels than there are; the others were numbered.");
  }
  return Array.from({ length: header.channelCount }, (_, channel) => {
    const name = clean(known[channel] ?? "").slice(0, longestLabel);
    return name === "" ? `Channel ${channel + 1}` : name;
  });
}

function toChannel(index: number, label: string, scale: Scale, header: RawHeader): Channel {
  return {
    source_index: index,
    label,
    unit: scale.isVoltage ? "uV" : unitOf(label),
    gain: scale.factor === null ? 1 : scale.factor * 2 ** header.discardBits,
    offset: 0,
    is_uncalibrated: scale.factor === null,
    prefilter: "",
    transducer: "",
  };
}

/** Headboxes do not agree on the order of saturation and pulse, so the name decides. */
function unitOf(label: string): string {
  if (/^(o?sat|spo2)/i.test(label)) return "%";
  return /^(pr|hr|pulse)/i.test(label) ? "bpm" : "";
}

function unique(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`;
  taken.add(name);
  return name;
}

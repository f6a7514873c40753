/** Sorts the signals of a file into groups that are stored side by side. */

import type { EdfHeader, EdfSignal } from "../../../domain/edf/header.ts";
import { calibration, noteLimits } from "../../../domain/edf/limits.ts";
import type { Repairs } from "../../../domain/edf/repairs.ts";
import { microVoltsPer } from "../../../domain/edf/text.ts";
import type { Channel, SignalGroup } from "../../../protocol/recordings.ts";

export interface EdfGroup {
  head: Omit<SignalGroup, "sample_count" | "segments">;
  signals: EdfSignal[];
  samplesPerRecord: number;
}

const slowestWaveformHz = 20;

/**
 * Voltages of one rate form one group of kind "eeg": "EEG" for the rate with the most channels, "EEG_<rate>" for the
 * others. Every other signal is a group of its own, `<label>_na`.
 */
export function groupSignals(header: EdfHeader, repairs: Repairs): EdfGroup[] {
  const carriers = header.signals.filter((s) => !s.isAnnotation && s.samplesPerRecord > 0);
  const isVoltage = (s: EdfSignal) => microVoltsPer(s.unit) !== null;
  const voltages = byRate(carriers.filter(isVoltage));
  let largest = 0;
  let main = 0;
  for (const [rate, members] of voltages) if (members.length > largest) [largest, main] = [members.length, rate];

  const taken = new Set<string>();
  const groups: EdfGroup[] = [];
  for (const signal of carriers) {
    const perRecord = signal.samplesPerRecord;
    const samplingHz = perRecord / header.recordSeconds;
    const members = isVoltage(signal) ? (voltages.get(perRecord) ?? []) : [signal];
    if (members[0] !== signal) continue;
    const isEeg = isVoltage(signal);
    const wanted = isEeg ? (perRecord === main ? "EEG" : `EEG_${shortRate(samplingHz)}`) : `${signal.label}_na`;
    groups.push({
      signals: members,
      samplesPerRecord: perRecord,
      head: {
        modality: unique(wanted, taken),
        kind: isEeg ? "eeg" : samplingHz >= slowestWaveformHz ? "waveform" : "numeric",
        sampling_hz: samplingHz,
        sample_type: header.sampleBytes === 3 ? "float32" : "int16",
        missing_code: null,
        channels: members.map(toChannel),
      },
    });
  }
  noteLimits(header, repairs);
  return groups;
}

function byRate(signals: EdfSignal[]): Map<number, EdfSignal[]> {
  const groups = new Map<number, EdfSignal[]>();
  for (const signal of signals) {
    const members = groups.get(signal.samplesPerRecord);
    if (members) members.push(signal);
    else groups.set(signal.samplesPerRecord, [signal]);
  }
  return groups;
}

const shortRate = (hz: number) => String(Number(hz.toPrecision(6)));

function unique(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`;
  taken.add(name);
  return name;
}

function toChannel(signal: EdfSignal): Channel {
  const scale = microVoltsPer(signal.unit);
  const own = calibration(signal);
  const [gain, offset] = own === null ? [1, 0] : [own.gain * (scale ?? 1), own.offset * (scale ?? 1)];
  return {
    source_index: signal.index,
    label: signal.label,
    unit: scale === null ? signal.unit : "uV",
    gain,
    offset,
    is_uncalibrated: own === null,
    prefilter: signal.prefilter,
    transducer: signal.transducer,
  };
}

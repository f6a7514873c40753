/** A recording made by code: nobody's brain, but one a reader can practise on. Equal options give equal samples. */
import type { Channel, FileAnnotation } from "../../../protocol/recordings.ts";
import { defaultTimezone } from "../../../protocol/recordings.ts";
import type { SourceBlock, SourceHead, SourceReader } from "../../recordings/types.ts";
import { Brain, stepsPerMicroVolt } from "./brain.ts";
import { Circulation, pressureHz, stepsPerMmHg } from "./circulation.ts";
import { electrodes } from "./electrodes.ts";
import { randomFrom } from "./random.ts";
import { type Score, writeScore } from "./score.ts";
import { openStrip, stripContacts, stripHz, stripStepsPerMicroVolt } from "./strip.ts";
import { eegHz } from "./tables.ts";

export interface DemoOptions {
  /** Whole seconds, gap included; at least 60. Default 24 h. */
  durationSeconds?: number;
  /** EEG inputs, default 22: 19 scalp electrodes, ECG, A1, A2. */
  channelCount?: number;
  seed?: number;
}

/** 14 January 2026, 13:30 in New York. */
const startMs = Date.UTC(2026, 0, 14, 18, 30);
const startClockSeconds = 13.5 * 3600;
const blockSeconds = 60;

interface DemoGroup {
  head: SourceHead["groups"][number];
  hz: number;
  render(second: number, out: Int16Array, count: number, at: number): void;
}

const channel = (
  source_index: number,
  label: string,
  unit: string,
  gain: number,
  prefilter = "",
  transducer = unit === "uV" ? "AgAgCl electrode" : "",
): Channel => ({
  source_index,
  label,
  unit,
  gain,
  offset: 0,
  is_uncalibrated: false,
  prefilter,
  transducer,
});

/** Makes it at the first call: the head of a recording is wanted more often than its samples. */
function whenNeeded<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** Opens the demo recording. @throws RangeError when it would be shorter than a minute or without EEG. */
export function openDemoSource(options: DemoOptions = {}): SourceReader {
  const seconds = secondsOf(options);
  const channelCount = options.channelCount ?? 22;
  if (!(seconds >= 60) || !(channelCount >= 1)) throw new RangeError("A demo needs a minute and a channel at least.");
  const seed = options.seed ?? 1;
  const score = writeScore(seconds, startClockSeconds, randomFrom(seed));
  const all = electrodes(channelCount);
  const players = whenNeeded(() => {
    const circulation = new Circulation(score, randomFrom(seed + 101), seed + 404);
    const strip = openStrip(seconds, score.gap, seed + 303);
    return {
      circulation,
      strip,
      brain: new Brain(all, { score, beats: circulation.beats, ownSeed: seed + 505 }, randomFrom(seed + 202)),
    };
  });

  let index = 0;
  const single = (label: string, unit: string, hz: number, steps: number, render: DemoGroup["render"]): DemoGroup => ({
    head: {
      modality: `${label}_na`,
      kind: hz >= 20 ? "waveform" : "numeric",
      sampling_hz: hz,
      sample_type: "int16",
      missing_code: null,
      channels: [channel(index++, label, unit, 1 / steps)],
    },
    hz,
    render,
  });
  const numeric = (label: string, unit: string, steps: number, value: (second: number) => number) =>
    single(label, unit, 1, steps, (second, out, _, at) => {
      out[at] = Math.round(value(second) * steps);
    });
  const eeg: DemoGroup = {
    head: {
      modality: "EEG",
      kind: "eeg",
      sampling_hz: eegHz,
      sample_type: "int16",
      missing_code: null,
      channels: all.map(({ label }) => channel(index++, label, "uV", 1 / stepsPerMicroVolt, "HP:0.5Hz LP:100Hz")),
    },
    hz: eegHz,
    render: (second, out, count, at) => players().brain.render(second, out, count, at),
  };
  const pressure = (kind: "abp" | "icp"): DemoGroup =>
    single(kind.toUpperCase(), "mmHg", pressureHz, stepsPerMmHg, (second, out, _, at) =>
      players().circulation.renderPressure(kind, second, out, at),
    );
  const groups: DemoGroup[] = [
    eeg,
    pressure("abp"),
    pressure("icp"),
    numeric("SpO2", "%", 10, (s) => players().circulation.saturation(s)),
    numeric("HR", "bpm", 10, (s) => players().circulation.heartRate(s)),
    numeric("Temp", "\u00b0C", 100, (s) => players().circulation.temperature(s)),
    {
      head: {
        modality: "ECoG",
        kind: "eeg",
        sampling_hz: stripHz,
        sample_type: "int16",
        missing_code: null,
        channels: stripContacts.map((label) =>
          channel(index++, label, "uV", 1 / stripStepsPerMicroVolt, "HP:DC LP:25Hz", "Subdural strip"),
        ),
      },
      hz: stripHz,
      render: (second, out, count, at) => players().strip.render(second, out, count, at),
    },
    numeric("stO2", "%", 10, (s) => players().circulation.tissueOxygen(s)),
  ];
  const valuesPerSecond = groups.reduce((sum, g) => sum + g.hz * g.head.channels.length, 0);
  const recorded = seconds - (score.gap.end - score.gap.start);
  const head: SourceHead = {
    objType: "CNS",
    startMs,
    isStartKnown: true,
    timezone: defaultTimezone,
    groups: groups.map((g) => ({ ...g.head, is_synthesised: true })),
    sizeBytes: recorded * valuesPerSecond * 2,
  };
  return {
    head,
    blocks: () => renderBlocks(groups, score),
    finish: () => ({ annotations: annotationsOf(score), repairs: [] }),
  };
}

/** What a reader of the demo is to review: the forms of the ictal-interictal continuum in it, by their times alone. */
export function demoEvents(options: DemoOptions = {}): { startMs: number; endMs: number }[] {
  const { episodes } = writeScore(secondsOf(options), startClockSeconds, randomFrom(options.seed ?? 1));
  return episodes.patterns.map(({ start, seconds }) => ({
    startMs: startMs + start * 1000,
    endMs: startMs + (start + seconds) * 1000,
  }));
}

const secondsOf = ({ durationSeconds }: DemoOptions): number => Math.floor(durationSeconds ?? 86_400);

async function* renderBlocks(groups: readonly DemoGroup[], { seconds, gap }: Score): AsyncGenerator<SourceBlock> {
  let bytesRead = 0;
  for (const [from, to] of [
    [0, gap.start],
    [gap.end, seconds],
  ]) {
    for (let first = from; first < to; first += blockSeconds) {
      const length = Math.min(blockSeconds, to - first);
      for (let group = 0; group < groups.length; group++) {
        const { head, hz, render } = groups[group];
        const count = length * hz;
        const data = new Int16Array(count * head.channels.length);
        for (let s = 0; s < length; s++) render(first + s, data, count, s * hz);
        bytesRead += data.byteLength;
        yield { group, startMs: startMs + first * 1000, count, data, bytesRead };
      }
    }
  }
}

/** The patterns are not among them: a reader is to find out what they are. */
const episodeTexts = {
  autoregulation: "Test of autoregulation: perfusion pressure is moved up and down",
  burstSuppression: "Anaesthesia, burst suppression",
  attenuation: "Attenuation over the right side",
  slowing: "Alpha falls and delta rises, and back",
} as const;

/** What a technician would have noted. */
function annotationsOf(score: Score): FileAnnotation[] {
  const notes: FileAnnotation[] = [];
  const note = (start: number, seconds: number, text: string) =>
    notes.push({ start_time: startMs + start * 1000, end_time: startMs + (start + seconds) * 1000, text });
  note(0, 0, "Recording start");
  for (const { start, seconds, kind, isGeneralised } of score.seizures) {
    note(start, seconds, `Seizure, ${kind} onset${isGeneralised ? ", generalising" : ""}`);
  }
  const faultTexts = { loose: "loose", flat: "disconnected", mains: "60 Hz artifact" };
  for (const { start, end, electrode, kind } of score.faults) {
    note(start, end - start, `${electrode} ${faultTexts[kind]}`);
    if (kind !== "mains") note(end, 0, `${electrode} reattached`);
  }
  for (const start of score.movements.filter((_, k) => k % 6 === 0)) note(start, 8, "Patient moving");
  for (const { start, seconds } of score.plateaus) note(start, seconds, "ICP above 30 mmHg");
  for (const [name, text] of Object.entries(episodeTexts) as [keyof typeof episodeTexts, string][])
    for (const { start, seconds } of score.episodes[name]) note(start, seconds, text);
  note(score.gap.start, 0, "Disconnected for transport");
  note(score.gap.end, 0, "Reconnected");
  const isAsleep = (s: number) => score.stages[s] !== "open" && score.stages[s] !== "closed";
  for (let s = 1; s < score.seconds; s += 60) {
    const before = Math.max(0, s - 60);
    if (isAsleep(s) !== isAsleep(before)) note(s, 0, isAsleep(s) ? "Asleep" : "Awake");
  }
  const isNoted = ({ start_time }: FileAnnotation) => {
    const second = (start_time - startMs) / 1000;
    return second <= score.gap.start || second >= score.gap.end;
  };
  return notes.filter(isNoted).sort((a, b) => a.start_time - b.start_time);
}

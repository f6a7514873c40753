/** What traces can be made of: the channels of a patient's recordings, and the default modalities. Pure. */
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { graphsText } from "../../protocol/text/graphs-text.ts";
import { unitName } from "../montage/display.ts";
import { bareLabel } from "../montage/montage.ts";
import { rateText } from "../rate-text.ts";
import type { SignalName } from "./graph.ts";
import { defaultModalityNames, resolveSignal, titleOfSignal } from "./signal-names.ts";

/** What is said of a signal: its name, where it comes from, and why it cannot be drawn as it is. */
export interface DescribedSignal {
  readonly title: string;
  readonly detail: string;
  /** Null: it is there. */
  readonly problem: string | null;
}

export interface OfferedSource extends DescribedSignal {
  readonly name: SignalName;
}

/** Recordings of a patient. */
export interface PatientRecordings {
  /** The one that the review was opened for. */
  readonly review: RecordingDetail;
  /** The others, as far as they are known. */
  readonly others: readonly RecordingDetail[];
  /** All others are known. */
  readonly isWhole: boolean;
}

/** The default modalities, then every channel of every group, in the order of the files. */
export function offeredSources(recordings: PatientRecordings): OfferedSource[] {
  const { review, others } = recordings;
  const usual = defaultModalityNames.map(
    (dataKey): SignalName => ({
      dataSource: "current_patient",
      dataKey,
      rawDataKey: "",
    }),
  );
  const channels = [review, ...others].flatMap((recording) =>
    recording.groups.flatMap(({ modality, channels: each, sampling_hz }) =>
      each.map(({ label, unit }): OfferedSource => {
        const dataSource = recording === review ? "current_patient" : recording.data_object_id;
        const where = graphsText.ofGroup(modality, rateText(sampling_hz), unitName(unit));
        const detail = recording === review ? where : graphsText.ofFile(recording.obj_name, where);
        const name: SignalName = { dataSource, dataKey: label, rawDataKey: modality };
        return { name, title: bareLabel(label), detail, problem: null };
      }),
    ),
  );
  return [...usual.map((name) => ({ name, ...describeSignal(name, recordings) })), ...channels];
}

/** What is said of a signal that a display names. */
export function describeSignal(name: SignalName, { review, others, isWhole }: PatientRecordings): DescribedSignal {
  const title = titleOfSignal(name);
  const recording =
    name.dataSource === "current_patient" ? review : others.find((each) => each.data_object_id === name.dataSource);
  if (recording === undefined)
    return { title, detail: name.rawDataKey, problem: isWhole ? graphsText.noRecording : null };
  const found = resolveSignal(recording, name);
  if (found.kind === "lacking") {
    const problem = recording === review ? graphsText.lacking : graphsText.lackingIn(recording.obj_name);
    return { title, detail: name.rawDataKey, problem };
  }
  if (found.kind === "several")
    return {
      title,
      detail: found.candidates.map(({ label }) => bareLabel(label)).join(", "),
      problem: graphsText.several,
    };
  const { label, modality, samplingHz, unit } = found.place;
  const where = graphsText.ofGroup(modality, rateText(samplingHz), unitName(unit));
  const own = bareLabel(label) === title ? where : `${bareLabel(label)}, ${where}`;
  return {
    title,
    detail: recording === review ? own : graphsText.ofFile(recording.obj_name, own),
    problem: found.kind === "unit" ? graphsText.otherUnit(unitName(unit), found.expected) : null,
  };
}

/** Those that hold every word of a search, in their name or in where they come from. */
export function foundSources(sources: readonly OfferedSource[], search: string): readonly OfferedSource[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sources;
  return sources.filter(({ title, detail, name }) => {
    const whole = `${title} ${detail} ${name.dataKey}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}

export const isSameSignal = (a: SignalName, b: SignalName): boolean =>
  a.dataSource === b.dataSource && a.dataKey === b.dataKey && a.rawDataKey === b.rawDataKey;

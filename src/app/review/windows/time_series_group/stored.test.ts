import { describe, expect, it } from "vitest";
import { openingGraphs } from "../../../../domain/graphs/default-graphs.ts";
import { resolveSignal } from "../../../../domain/graphs/signal-names.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";
import { readProps } from "../versioned-props.ts";
import { seriesSettings } from "./stored.ts";

const group = (modality: string, kind: SignalGroup["kind"], sampling_hz: number, ...labels: string[]) =>
  ({ modality, kind, sampling_hz, channels: labels.map((label) => ({ label, unit: "mmHg" })) }) as SignalGroup;
const recording = {
  data_object_id: 7,
  groups: [group("EEG", "eeg", 256, "C3", "C4"), group("ICP_na", "waveform", 125, "ICP")],
} as RecordingDetail;
const usual = { graphs: null, hideEmptyGraphs: false, artifacts: "show", viewDuration: 60_000, playbackSpeed: 1 };
const read = (props: Record<string, unknown>, version = 2) =>
  readProps(seriesSettings, { version, props }, { recording });

describe("settings of a time series window", () => {
  it("say of a new window that nobody configured it", () => {
    expect(read({})).toEqual(usual);
    expect(read({ graphs: [] })).toEqual({ ...usual, graphs: [] });
  });

  it("are read back as they were kept", () => {
    const kept = {
      graphs: openingGraphs(recording),
      hideEmptyGraphs: true,
      artifacts: "out",
      viewDuration: 3_600_000,
      playbackSpeed: 1000,
    };
    expect(read(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([
    { graphs: "all" },
    { hideEmptyGraphs: 1 },
    { artifacts: "without" },
    { viewDuration: 999 },
    { playbackSpeed: 7 },
  ])("that are not usable are as a new window has them: %j", (props) => {
    expect(read(props)).toEqual(usual);
  });

  it("of version 1 become a graph of the group that it showed", () => {
    const old = { source: { dataObjectId: 9, modality: "ICP_na" }, channels: [0], viewDuration: 3_600_000 };
    const settings = read(old, 1);
    expect(settings).toMatchObject({ hideEmptyGraphs: false, viewDuration: 3_600_000, playbackSpeed: 1 });
    expect(settings?.graphs).toMatchObject([{ name: "ICP", renderStrategy: "line", autoScale: true }]);
    const trace = settings?.graphs?.[0].traces[0];
    const signal = trace !== undefined && "content" in trace ? trace.content.signal : null;
    expect(signal).toEqual({ dataSource: 9, dataKey: "ICP_na", rawDataKey: "ICP_na" });
    if (signal === null) throw new Error("no signal");
    expect(resolveSignal(recording, signal)).toMatchObject({
      kind: "found",
      place: { modality: "ICP_na", channel: 0 },
    });
    expect(resolveSignal(recording, { ...signal, dataKey: "EEG", rawDataKey: "EEG" }).kind).toBe("several");
  });

  it.each([
    {},
    { source: { dataObjectId: 7, modality: "" }, channels: null },
    { source: 3 },
    { source: null },
  ])("of version 1 that name no group are those of a new window: %j", (props) => {
    expect(read({ ...props, viewDuration: 3_600_000, playbackSpeed: 5 }, 1)).toEqual({
      ...usual,
      viewDuration: 3_600_000,
      playbackSpeed: 5,
    });
  });

  it("of a later version are left alone, as version 1 leaves these", () => {
    expect(read({}, 3)).toBeNull();
    expect(
      readProps({ ...seriesSettings, version: 1, migrations: [] }, { version: 2, props: {} }, { recording }),
    ).toBeNull();
  });
});

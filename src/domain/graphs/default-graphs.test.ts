import { describe, expect, it } from "vitest";
import type { SignalGroup } from "../../protocol/recordings.ts";
import { openingGraphs } from "./default-graphs.ts";
import { readGraphs } from "./read-graphs.ts";

const group = (label: string, unit: string, sampling_hz: number, kind: SignalGroup["kind"] = "waveform") =>
  ({ modality: `${label}_na`, kind, sampling_hz, channels: [{ label, unit }] }) as SignalGroup;
const said = (...groups: SignalGroup[]) =>
  openingGraphs({ groups }).map(({ name, traces: [trace] }) => {
    const signal = "content" in trace ? trace.content.signal : null;
    return `${name}: ${signal?.dataKey} of ${signal?.rawDataKey || "any"}`;
  });

describe("a time series window that nobody configured", () => {
  it("shows the pressures first, then what is beside the EEG, the fastest first", () => {
    const eeg = group("EEG", "uV", 256, "eeg");
    const [hr, pleth] = [group("HR", "bpm", 1, "numeric"), group("PLETH", "", 125)];
    expect(said(eeg, hr, pleth, group("ICP", "mmHg", 125), group("ART", "mmHg", 125))).toEqual([
      "ABP: ABP_na of any",
      "ICP: ICP_na of any",
      "PLETH: PLETH of PLETH_na",
      "HR: HR of HR_na",
    ]);
  });

  it("opens no impedances of electrodes while there is a course to show", () => {
    const impedances = group("Fp1", "Ohms", 1, "numeric");
    const [abp, temperature] = [group("ABP", "mmHg", 125), group("Tcore", "\u00b0C", 0.1, "numeric")];
    expect(said(impedances, abp, temperature)).toEqual(["ABP: ABP_na of any", "Tcore: Tcore of Tcore_na"]);
    expect(said(impedances)).toEqual(["Fp1: Fp1 of Fp1_na"]);
  });

  it("tells graphs of one name apart by how often there is a value", () => {
    const [curve, numbers] = [
      group("ABP", "mmHg", 125),
      { ...group("ABP", "mmHg", 0.2, "numeric"), modality: "ABP_n" },
    ];
    expect(said({ ...curve, channels: [{ ...curve.channels[0], label: "ABP" }] }, numbers)).toEqual([
      "ABP 125 Hz: ABP_na of any",
      "ABP every 5 s: ABP of ABP_n",
    ]);
  });

  it("names a signal that has to be asked for once", () => {
    expect(said(group("ART", "mmHg", 125), group("AO", "mmHg", 125))).toEqual(["ABP: ABP_na of any"]);
    expect(said(group("ABP", "uV", 125))).toEqual(["ABP: ABP of ABP_na"]);
  });

  it("shows the EEG where there is nothing else, eight graphs at most, and nothing of nothing", () => {
    const eeg = {
      ...group("EEG", "uV", 256, "eeg"),
      channels: Array.from({ length: 22 }, (_, k) => ({ label: `E${k}`, unit: "uV" })),
    };
    expect(said(eeg as SignalGroup)).toHaveLength(8);
    expect(said()).toEqual([]);
  });

  it("has graphs as documents keep them", () => {
    const graphs = openingGraphs({ groups: [group("ICP", "mmHg", 125), group("HR", "bpm", 1, "numeric")] });
    expect(readGraphs(JSON.parse(JSON.stringify(graphs)))).toEqual(graphs);
  });
});

import { expect, it } from "vitest";
import { catalogue } from "../app/review/windows/catalogue.ts";
import type { SignalGroup } from "../protocol/recordings.ts";
import { defaultDisplay } from "./default-display.ts";
import { brokenDisplays, placeholderKind } from "./displays.ts";

const group = (kind: SignalGroup["kind"], channels = 1) => ({ kind, channels: new Array(channels) }) as SignalGroup;
const kindsOf = (groups: SignalGroup[]) => defaultDisplay({ groups }).areas.map(({ componentId }) => componentId);

it("shows what a file holds: EEG above, what was recorded beside it below", () => {
  const [eeg, waveform, numeric] = [group("eeg", 22), group("waveform"), group("numeric")];
  expect(kindsOf([waveform, eeg])).toEqual(["eeg_montage", "time_series_group"]);
  expect(kindsOf([eeg, eeg])).toEqual(["eeg_montage"]);
  expect(kindsOf([numeric])).toEqual(["time_series_group"]);
  expect(kindsOf([])).toEqual([placeholderKind]);
  expect(kindsOf([group("eeg", 0)])).toEqual([placeholderKind]);
  expect(defaultDisplay({ groups: [eeg, numeric] }).areas[1].props).toEqual({ viewDuration: 3_600_000 });
  expect(defaultDisplay({ groups: [eeg, numeric, waveform] }).areas[1].props).toEqual({});
});

it("names no kind that does not exist, and passes the rules of displays", () => {
  const known = [placeholderKind, ...catalogue.map(({ id }) => id)];
  for (const groups of [[], [group("eeg")], [group("numeric")], [group("eeg"), group("waveform")]]) {
    const display = defaultDisplay({ groups });
    expect(brokenDisplays([display])).toBeNull();
    for (const { componentId } of display.areas) expect(known).toContain(componentId);
  }
});

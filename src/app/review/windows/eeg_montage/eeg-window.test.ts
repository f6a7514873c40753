import { proxy } from "valtio";
import { expect, it, vi } from "vitest";
import { scalpElectrodes } from "../../../../domain/montage/electrodes.ts";
import type { Feed, Look } from "../../../../feed/types.ts";
import { gridView } from "../../../../picture/grid-view.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import type { AnnotationStore } from "../../annotations/types.ts";
import type { MontageStore } from "../../montages/montage-store.ts";
import { createLinkGroup } from "../../time/link-group.ts";
import type { WindowContext } from "../kind.ts";
import { openEegWindow } from "./eeg-window.ts";
import { type EegSettings, eegSettings } from "./stored.ts";

const channels = scalpElectrodes.map((label) => ({ label, unit: "uV", is_uncalibrated: false }));
const recording = {
  data_object_id: 5,
  start_ms: 1_000_000,
  end_ms: 1_600_000,
  timezone: "UTC",
  damage: [],
  groups: [{ modality: "EEG", kind: "eeg", sampling_hz: 250, channels, segments: [] }],
} as unknown as RecordingDetail;

it("asks for what it will show before it is drawn, as its plot does afterwards, so that nothing is asked twice", () => {
  vi.stubGlobal("devicePixelRatio", 2);
  const looks: Look[] = [];
  const feedWindow = {
    look: (look: Look) => looks.push(look),
    isComplete: () => false,
    provisional: () => [],
    status: { failed: [], pending: 0 },
    [Symbol.dispose]: () => {},
  };
  const context = {
    ...{ recording, link: createLinkGroup(), wanted: { startMs: 1_010_000, endMs: 1_040_000 }, startMs: null },
    annotations: {} as AnnotationStore,
    feed: { openWindow: () => feedWindow } as unknown as Feed,
    montages: { state: proxy({ people: [] }) } as unknown as MontageStore,
    showEvent: () => false,
  } as WindowContext;
  const settings = eegSettings.read({}, { recording }) as EegSettings;
  const window = openEegWindow(context, settings);
  expect(looks).toEqual([]);
  window.askAhead?.(750.4);
  const [source] = window.sources();
  expect(window.sources()[0]).toBe(source);
  const view = gridView({ startMs: 1_010_000, endMs: 1_040_000 }, recording.start_ms, 250, 1501);
  expect(looks).toEqual([
    {
      ...{ recording, modality: "EEG", recipe: source.recipe, widthPx: 1501, speed: 0 },
      ...{ startSample: view.startSample, endSample: view.endSample },
    },
  ]);
  expect(looks[0].recipe).toBe(source.recipe);
  window[Symbol.dispose]();
  vi.unstubAllGlobals();
});

import { expect, it } from "vitest";
import { createLinkGroup, type PictureSource, pointAt } from "../time/link-group.ts";
import { createTimeline, leaveLink, setPicture } from "../time/timeline.ts";
import { markedWindow } from "./marked-window.ts";

const file = { startMs: 0, endMs: 600_000 };
const pictureOf = (title: string, whyNot: string | null = null): PictureSource => ({
  ...{ readyUntilMs: () => 0, isConnected: () => true, heardAt: () => 0, measure: () => undefined },
  ...{ title, whyNoMarks: () => whyNot },
});

function world() {
  const link = createLinkGroup();
  const [review, eeg, other] = [0, 1, 2].map(() => createTimeline(file, null, link));
  setPicture(eeg, pictureOf("EEG Montage"));
  setPicture(other, pictureOf("Time Series Group", "Another recording."));
  return { link, review, eeg, other };
}

const said = (window: ReturnType<typeof markedWindow>) => [window?.title, window?.hoveredMs(), window?.whyNot()];

it("names the window that has the keys, wherever the pointer is", () => {
  const { link, review, eeg } = world();
  pointAt(link, review, 0.5);
  expect(said(markedWindow({ title: "EEG Montage", timeline: eeg, actions: {} }))).toEqual([
    "EEG Montage",
    15_000,
    null,
  ]);
});

it("names the linked window that was hovered, where its own shows no time", () => {
  const { link, review, eeg, other } = world();
  const now = () => said(markedWindow({ title: "Event Review", timeline: review, actions: {}, showsNoTime: true }));
  expect(now()).toEqual(["Event Review", null, null]);
  pointAt(link, eeg, 0.5);
  expect(now()).toEqual(["EEG Montage", 15_000, null]);
  pointAt(link, eeg, null);
  expect(now()).toEqual(["EEG Montage", 15_000, null]);
  pointAt(link, other, 0.5);
  expect(now()).toEqual(["Time Series Group", 15_000, "Another recording."]);
  // A window that is gone shows nothing that could be marked.
  leaveLink(other);
  pointAt(link, eeg, 0.2);
  pointAt(link, eeg, null);
  leaveLink(eeg);
  expect(now()).toEqual(["Event Review", null, null]);
});

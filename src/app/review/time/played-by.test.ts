// @vitest-environment happy-dom
import { createElement } from "react";
import { afterEach, expect, it } from "vitest";
import { type Drawn, draw, settle, until } from "../../../ui/test-render.tsx";
import { createLinkGroup } from "./link-group.ts";
import { useNamed, usePlayedBy } from "./played-by.ts";
import { createTimeline, pause, setSpeed, type Timeline, togglePlay } from "./timeline.ts";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

function Window({ timeline, name }: { timeline: Timeline; name: string }) {
  useNamed(timeline, name);
  return createElement("p", { id: name }, usePlayedBy(timeline));
}

it("says in the windows that go along which one plays, and how fast, until it stops", async () => {
  const link = createLinkGroup();
  const file = { startMs: 0, endMs: 3_600_000 };
  const [eeg, trends] = [createTimeline(file, null, link), createTimeline(file, null, link)];
  drawn = await draw(
    createElement("div", null, [
      createElement(Window, { key: 1, timeline: eeg, name: "1. EEG Montage" }),
      createElement(Window, { key: 2, timeline: trends, name: "2. Persyst Trends" }),
    ]),
  );
  const said = () => [...document.querySelectorAll("p")].map(({ textContent }) => textContent);
  setSpeed(eeg, 20);
  togglePlay(eeg);
  // What a frame of playback does.
  trends.startMs += 1;
  await until(() => said()[1] !== "");
  expect(said()).toEqual(["", "20x by 1. EEG Montage"]);
  pause(eeg);
  await settle();
  expect(said()).toEqual(["", ""]);
});

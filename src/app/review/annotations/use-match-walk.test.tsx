// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { type Drawn, draw } from "../../../ui/test-render.tsx";
import { matchWalk } from "../shortcuts/annotation-actions.ts";
import { createSessionPanels } from "./sessions/session-panels.ts";
import { testStore } from "./sessions/test-store.ts";
import { useMatchWalk } from "./use-match-walk.ts";

const recording = { start_ms: 0, end_ms: 100_000, is_start_known: true, timezone: "UTC" } as RecordingDetail;

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

it("knows where it stands however often the page is drawn: the ends of the file cannot be centred", async () => {
  const annotations = [1000, 2000, 3000].map((ms) => ({ annotation_text: `n${ms}`, start_time: ms, end_time: ms }));
  const store = testStore([{ id: 1, name: "Night", isLoaded: true, annotations }], 1);
  const panels = createSessionPanels();
  const view = { ms: 90_000 };
  const onJump = (timeMs: number) => {
    view.ms = Math.max(15_000, timeMs);
  };
  function Walk() {
    useMatchWalk({ store, recording, panels, viewMs: () => view.ms, onJump });
    return null;
  }
  drawn = await draw(<Walk />);
  const said: string[] = [];
  for (let k = 0; k < 4; k++) {
    matchWalk()?.(1);
    said.push(panels.said.replace(/^.*\. /, ""));
    await drawn.redraw(<Walk />);
  }
  expect(said).toEqual(["1 of 3: n1000", "2 of 3: n2000", "3 of 3: n3000", "1 of 3: n1000"]);
});

// @vitest-environment happy-dom
/** What is said over the rows of trends. */
import { proxy } from "valtio";
import { expect, it } from "vitest";
import { draw } from "../../../../ui/test-render.tsx";
import { PlotWindowContext } from "../../plot/plot-window.ts";
import { TrendNotices } from "./TrendNotices.tsx";
import { type TrendsWindow, TrendsWindowContext } from "./trends-window.ts";

it("names the channels that are damaged in view: in the rows they are a gap", async () => {
  const recording = {
    data_object_id: 7,
    groups: [{ modality: "EEG", channels: [{ label: "Fp1" }, { label: "Cz" }] }],
    damage: [{ modality: "EEG", start_ms: 100, end_ms: 200, first: 0, count: 1 }],
  };
  const status = { graceUntil: null };
  const window = {
    ...{ recording, props: proxy({ artifacts: "hide" }), drawn: proxy({ isExternal: false }) },
    timeline: proxy({ startMs: 150, endMs: 400, isStopped: false }),
    readout: { read: () => status, subscribe: () => () => undefined },
    annotations: { masks: { state: proxy({}) } },
    maskedRows: () => [["Fp1", "Cz"].map((label) => ({ dataObjectId: 7, label }))],
  } as unknown as TrendsWindow;
  const notices = () => (
    <PlotWindowContext value={window}>
      <TrendsWindowContext value={window}>
        <TrendNotices />
      </TrendsWindowContext>
    </PlotWindowContext>
  );
  const page = await draw(notices());
  const said = () => document.querySelector("[data-part=notices]")?.textContent;
  expect(said()).toContain("Damaged in this view, and neither shown nor counted: Fp1, Cz.");
  await page.remove();
  Object.assign(window.timeline, { startMs: 200, endMs: 400 });
  const after = await draw(notices());
  expect(said()).not.toContain("Damaged");
  await after.remove();
});

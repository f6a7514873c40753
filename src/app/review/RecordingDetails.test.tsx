// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { demoText } from "../../protocol/text/demo-text.ts";
import { type Drawn, draw } from "../../ui/test-render.tsx";
import { RecordingDetails } from "./RecordingDetails.tsx";

const recording = {
  ...{ data_object_id: 1, obj_name: "Night", obj_type: "CNS", size_bytes: 1000, channel_count: 0 },
  ...{ start_ms: 0, end_ms: 1000, is_start_known: true, timezone: "America/New_York" },
  ...{ repairs: [] as string[], groups: [], damage: [], is_damaged: false },
};
let drawn: Drawn | null = null;
afterEach(async () => {
  await drawn?.remove();
});
const textOf = async (repairs: string[], groups: object[] = []) => {
  const shown = { ...recording, repairs, groups } as unknown as RecordingDetail;
  drawn = await draw(
    <RecordingDetails recording={shown} annotations={[]} onClose={() => undefined} onJump={() => undefined} />,
  );
  return document.body.textContent ?? "";
};

it("says of what is synthesised that it is, and of a file what was read", async () => {
  const demo = await textOf(
    [],
    [{ modality: "EEG", sampling_hz: 256, channels: [], segments: [], is_synthesised: true }],
  );
  expect(demo).toContain("Synthesised (listed as CNS)");
  expect(demo.split(demoText.origin)).toHaveLength(2);
  expect(demo).not.toContain("The file was read as it is.");
  await drawn?.remove();
  const file = await textOf(["A partial last record was left out."]);
  expect(file).not.toContain("Synthesised");
  expect(file).toContain("A partial last record was left out.");
});

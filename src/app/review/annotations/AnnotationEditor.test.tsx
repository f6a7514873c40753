// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { type Drawn, draw, one, press, type } from "../../../ui/test-render.tsx";
import { AnnotationEditor } from "./AnnotationEditor.tsx";
import { field, testStore } from "./sessions/test-store.ts";
import { contentOf } from "./writer.ts";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
  vi.restoreAllMocks();
});

const recording = {
  ...{ start_ms: 0, end_ms: 60_000, is_start_known: true, timezone: "UTC", groups: [] },
} as unknown as RecordingDetail;

/** The editor of the only annotation, with another title in it. */
async function edit() {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const store = testStore([{ id: 1, name: "Night", annotations: [{ annotation_text: "Spike" }] }], 1);
  const create = vi.spyOn(store, "create").mockReturnValue(9);
  drawn = await draw(<AnnotationEditor store={store} recording={recording} visible={null} opened={1} />);
  await type(field("Title"), "Sharp wave");
  const row = store.table.get(1);
  if (row === null) throw new Error("It is there.");
  const theirs = { ...contentOf(row), tags: ["theirs"] };
  const save = () => press(one("button", "Save"));
  const said = () => document.querySelector("[role=alert]")?.textContent ?? null;
  const now = () => store.table.get(1)?.annotation_text;
  return { store, create, theirs, save, said, now };
}

it("says that somebody has changed it meanwhile, once for each change, and overwrites when it is told again", async () => {
  const { store, theirs, save, said, now } = await edit();
  store.modify(1, theirs);
  await save();
  expect([said(), now()]).toEqual([annotationText.changedMeanwhile, "Spike"]);
  // They go on: what was said does not speak of that.
  store.modify(1, { ...theirs, tags: [], opacity: 0.9 });
  await save();
  expect([said(), now()]).toEqual([annotationText.changedMeanwhile, "Spike"]);
  await save();
  expect([now(), store.state.opened]).toEqual(["Sharp wave", null]);
});

it("says that somebody has deleted it meanwhile, and makes it anew when it is told again", async () => {
  const { store, create, save, said } = await edit();
  store.remove([1]);
  await save();
  expect([said(), create.mock.calls]).toEqual([annotationText.deletedMeanwhile, []]);
  await save();
  expect(create).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ annotation_text: "Sharp wave" }), 1);
});

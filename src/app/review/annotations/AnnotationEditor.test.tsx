// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { annotationEditText as words } from "../../../protocol/text/annotation-edit-text.ts";
import { annotationHistoryText as historyWords } from "../../../protocol/text/annotation-history-text.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { toastQueue } from "../../../ui/notices/toasts.ts";
import { type Drawn, draw, one, press, type } from "../../../ui/test-render.tsx";
import { AnnotationEditor } from "./AnnotationEditor.tsx";
import { field, testStore } from "./sessions/test-store.ts";
import { fileGroupId } from "./types.ts";
import { contentOf } from "./writer.ts";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
  toastQueue.clear();
  vi.restoreAllMocks();
});

const recording = {
  ...{ start_ms: 0, end_ms: 60_000, is_start_known: true, timezone: "UTC", groups: [] },
} as unknown as RecordingDetail;

const said = () => document.querySelector("[role=alert]")?.textContent ?? null;

/** Two sessions, the first with the only annotation. */
const nightAndDay = () =>
  testStore(
    [
      { id: 1, name: "Night", annotations: [{ annotation_text: "Spike" }] },
      { id: 2, name: "Day", annotations: [] },
    ],
    1,
  );

/** The editor of the only annotation, with another title in it. */
async function edit() {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const store = nightAndDay();
  const create = vi.spyOn(store, "create").mockReturnValue(9);
  drawn = await draw(<AnnotationEditor store={store} recording={recording} visible={null} opened={1} />);
  await type(field("Title"), "Sharp wave");
  const row = store.table.get(1);
  if (row === null) throw new Error("It is there.");
  const theirs = { ...contentOf(row), tags: ["theirs"] };
  const save = () => press(one("button", "Save"));
  const now = () => store.table.get(1)?.annotation_text;
  return { store, create, theirs, save, now };
}

it("says that somebody has changed it meanwhile, once for each change, and overwrites when it is told again", async () => {
  const { store, theirs, save, now } = await edit();
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
  const { store, create, save } = await edit();
  store.remove([1]);
  await save();
  expect([said(), create.mock.calls]).toEqual([annotationText.deletedMeanwhile, []]);
  await save();
  expect(create).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ annotation_text: "Sharp wave" }), 1);
});

it("stays as it is when it is deleted meanwhile: what was typed can be saved, and leaving asks", async () => {
  const { store } = await edit();
  await act(async () => void store.remove([1]));
  expect([field("Title").value, field("Title").readOnly]).toEqual(["Sharp wave", false]);
  expect([one("button", "Save").hasAttribute("disabled"), document.body.textContent?.includes(words.readOnly)]).toEqual(
    [false, false],
  );
  await press(one("button", "Cancel"));
  expect(one("button", words.cancelling.keep)).toBeDefined();
});

it("cannot be changed by whoever could not when it was opened", async () => {
  const store = nightAndDay();
  store.foreign.add(1);
  drawn = await draw(<AnnotationEditor store={store} recording={recording} visible={null} opened={1} />);
  expect(field("Title").readOnly).toBe(true);
});

it("asks before a version of another session takes it out of the one that it was moved to meanwhile", async () => {
  const store = nightAndDay();
  const row = store.table.get(1);
  if (row === null) throw new Error("It is there.");
  const now = contentOf(row);
  const older = { ...now, annotation_text: "Artefact?" };
  const entry = { sequence: 1, act: "create", at: 0, user_id: null, group_id: 1, after: older };
  vi.spyOn(store, "history").mockResolvedValue({
    ...{ people: [], has_more: false, entries: [{ ...entry, before_group_id: null, before: null }] },
  } as unknown as Awaited<ReturnType<typeof store.history>>);
  drawn = await draw(<AnnotationEditor store={store} recording={recording} visible={null} opened={1} />);
  await press(one("tab", historyWords.tab));
  await act(async () => store.modify(1, now, 2));
  const restore = () => press(one("button", /^Restore the version/));
  await restore();
  expect([said(), store.table.get(1)?.group_id]).toEqual([annotationText.changedMeanwhile, 2]);
  await restore();
  expect([store.table.get(1)?.group_id, store.table.get(1)?.annotation_text]).toEqual([1, "Artefact?"]);
});

it("says of an annotation of the file itself that nobody can be named for it, and no day on which it was made", async () => {
  const store = testStore(
    [{ id: fileGroupId, name: "File", annotations: [{ annotation_text: "Recording start" }] }],
    1,
  );
  vi.spyOn(store, "mayChange").mockReturnValue(false);
  vi.spyOn(store, "mayDelete").mockReturnValue(false);
  const [row] = store.table.rowsOfGroup(fileGroupId);
  const opened = store.table.refOf(row);
  drawn = await draw(<AnnotationEditor store={store} recording={recording} visible={null} opened={opened} />);
  expect(document.body.textContent).toContain(words.ofFile);
  expect(document.body.textContent).toContain(words.fileReadOnly);
  expect(document.body.textContent).not.toMatch(/1969|1970 .* UTC$|Unknown/);
});

it("says that what was just marked is kept when its editor is left, and offers to take it back; not of what is saved", async () => {
  const open = async () => {
    const store = nightAndDay();
    Object.assign(store.state, { opened: 1, newStep: 7 });
    drawn = await draw(<AnnotationEditor store={store} recording={recording} visible={null} opened={1} />);
    return store;
  };
  const told = () => toastQueue.visibleToasts.map(({ content }) => content.text);
  const left = await open();
  const takeBack = vi.spyOn(left, "takeBack");
  await press(one("button", "Cancel"));
  expect([left.state.opened, told()]).toEqual([null, [annotationText.newKept]]);
  toastQueue.visibleToasts[0].content.action?.onPress();
  expect(takeBack).toHaveBeenCalledExactlyOnceWith(7);
  toastQueue.clear();
  await drawn?.remove();
  const saved = await open();
  const finish = vi.spyOn(saved, "finish");
  await type(field("Title"), "Sharp wave");
  await press(one("button", "Save"));
  expect(finish).toHaveBeenCalledExactlyOnceWith(1, expect.objectContaining({ annotation_text: "Sharp wave" }), 1, 7);
  expect(told()).toEqual([]);
});

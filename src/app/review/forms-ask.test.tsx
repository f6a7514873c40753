// @vitest-environment happy-dom
/** Esc on a form in which something was entered asks before it throws that away; on one that is as it was it closes. */
import { act, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clockOf } from "../../domain/time/clock.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { all, type Drawn, draw, key, one, press, settle, type, until } from "../../ui/test-render.tsx";
import ScreenCalibration from "../screen/ScreenCalibration.tsx";
import { session } from "../session/state.ts";
import { DialogHost } from "../shell/DialogHost.tsx";
import { endForm } from "../shell/index.ts";
import { Editor } from "./analyses/Editor.tsx";
import { AnnotationSetupDialog } from "./annotations/sessions/AnnotationSetupDialog.tsx";
import { CreateSessionDialog } from "./annotations/sessions/CreateSessionDialog.tsx";
import { LoadAnnotationsDialog } from "./annotations/sessions/LoadAnnotationsDialog.tsx";
import { testStore } from "./annotations/sessions/test-store.ts";
import { TagsDialog } from "./annotations/sidebar/TagsDialog.tsx";
import { NameDialog } from "./displays/NameDialog.tsx";
import { createTimeline } from "./time/timeline.ts";
import { AtAnnotationsDialog } from "./timeline/AtAnnotationsDialog.tsx";
import { RangeDialog } from "./timeline/RangeDialog.tsx";

const onClose = vi.fn();
let drawn: Drawn | null = null;
const show = async (node: ReactNode) => {
  drawn = await draw(
    <>
      {node}
      <DialogHost />
    </>,
  );
};

beforeEach(() => {
  onClose.mockClear();
  session.permissions = { create_annotations: true, create_annotation_group: true } as typeof session.permissions;
});
afterEach(async () => {
  await drawn?.remove();
  drawn = null;
});

const store = () =>
  testStore(
    [
      { id: 1, name: "Night", annotations: [{}] },
      { id: 2, name: "Day", annotations: [{}] },
    ],
    1,
  );
const recording = { start_ms: 0, end_ms: 3_600_000, is_start_known: true, timezone: "UTC" } as RecordingDetail;
const file = { startMs: 0, endMs: 3_600_000 };
const clock = clockOf({ start_ms: 0, is_start_known: false, timezone: "UTC" });
const timeline = () => createTimeline(file, { startMs: 0, endMs: 10_000 });
const field = (at = 0) => document.querySelectorAll("[role=dialog] input:not([type=radio], [type=checkbox])")[at];
const typed = (at?: number) => () => type(field(at), "7");

const forms: readonly [name: string, node: () => ReactNode, enter: () => Promise<void>][] = [
  ["Create session", () => <CreateSessionDialog store={store()} onClose={onClose} onCreated={() => {}} />, typed()],
  [
    "Annotation Setup",
    () => <AnnotationSetupDialog store={store()} onClose={onClose} onReady={() => {}} />,
    () => press(document.querySelector("fieldset input[type=checkbox]") as Element),
  ],
  ["Tags", () => <TagsDialog store={store()} refs={[]} onClose={onClose} />, typed()],
  [
    "Rename",
    () => <NameDialog title="Rename" name="One" most={25} isOpen onClose={onClose} onSave={async () => {}} />,
    typed(),
  ],
  [
    "Rename session",
    () => <LoadAnnotationsDialog store={store()} recording={recording} onJump={() => {}} onClose={onClose} />,
    () => type(document.querySelector("[role=dialog] form input") as Element, "Other"),
  ],
  [
    "At annotations",
    () => <AtAnnotationsDialog timeline={timeline()} clock={clock} annotations={null} onClose={onClose} />,
    () => press(all("radio")[1]),
  ],
  ["Time range", () => <RangeDialog timeline={timeline()} clock={clock} onClose={onClose} />, typed()],
  [
    "Screen calibration",
    () => <ScreenCalibration endForm={endForm} onClose={onClose} />,
    () => press(one("button", "Larger")),
  ],
];

for (const [name, node, enter] of forms)
  it(`${name} asks once something was entered, and not before`, async () => {
    await show(node());
    const leave = () => key(one("dialog"), "Escape");
    await leave();
    expect(onClose).toHaveBeenCalledTimes(1);
    await act(enter);
    await leave();
    await until(() => all("alertdialog").length === 1);
    expect(one("alertdialog").textContent).toContain("Discard changes?");
    await press(one("button", "No, keep editing"));
    await settle();
    expect(onClose).toHaveBeenCalledTimes(1);
    await leave();
    await until(() => all("alertdialog").length === 1);
    await press(one("button", "Yes, discard"));
    await settle();
    expect(onClose).toHaveBeenCalledTimes(2);
  });

it("choosing another session asks while another name is typed", async () => {
  await show(<LoadAnnotationsDialog store={store()} recording={recording} onJump={() => {}} onClose={onClose} />);
  const name = () => document.querySelector("[role=dialog] form input") as HTMLInputElement;
  const chooseDay = () => press(document.querySelectorAll("[role=dialog] tbody input[type=checkbox]")[1] as Element);
  await type(name(), "Other");
  await chooseDay();
  await until(() => all("alertdialog").length === 1);
  await press(one("button", "No, keep editing"));
  await settle();
  expect(name().value).toBe("Other");
  await chooseDay();
  await until(() => all("alertdialog").length === 1);
  await press(one("button", "Yes, discard"));
  await settle();
  expect(name().value).toBe("Day");
});

it("an analysis tells that it was edited", async () => {
  const onEdited = vi.fn();
  const listed = { id: 1, name: "CPP", may_change: false, document_id: null, revision: 0, analysis: {} };
  await show(<Editor listed={listed as never} onEdited={onEdited} onSaved={() => {}} />);
  expect(onEdited).not.toHaveBeenCalled();
  await type(document.querySelector("input") as Element, "Mine");
  expect(onEdited).toHaveBeenCalled();
});

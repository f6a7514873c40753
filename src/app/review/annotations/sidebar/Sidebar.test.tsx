// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { annotationSessionText as words } from "../../../../protocol/text/annotation-session-text.ts";
import { toastQueue } from "../../../../ui/notices/toasts.ts";
import { all, type Drawn, draw, key, one, press, settle, type } from "../../../../ui/test-render.tsx";
import { session } from "../../../session/state.ts";
import { provideMatchWalk } from "../../shortcuts/annotation-actions.ts";
import { createSessionPanels } from "../sessions/session-panels.ts";
import { field, type TestSession, type TestStore, testStore } from "../sessions/test-store.ts";
import { fileGroupId } from "../types.ts";
import { AnnotationSidebar } from "./AnnotationSidebar.tsx";

const startMs = Date.UTC(2026, 5, 3, 18, 0);
const minute = 60_000;
const recording = {
  start_ms: startMs,
  end_ms: startMs + 120 * minute,
  is_start_known: true,
  timezone: "America/New_York",
} as RecordingDetail;

const night: TestSession = {
  id: 1,
  name: "Night",
  isLoaded: true,
  annotations: [
    { annotation_text: "Spike", start_time: startMs, end_time: startMs },
    { annotation_text: "Seizure", start_time: startMs + minute, end_time: startMs + 4 * minute, tags: ["lpd"] },
    {
      annotation_text: "Suction",
      start_time: startMs + 5 * minute,
      end_time: startMs + 7 * minute,
      kind: "artifact",
    },
  ],
};
const day: TestSession = { id: 2, name: "Day", annotations: [{}, {}] };

let drawn: Drawn | null = null;
const onJump = vi.fn();
const panels = createSessionPanels();

async function show(store: TestStore): Promise<TestStore> {
  drawn = await draw(<AnnotationSidebar store={store} recording={recording} panels={panels} onJump={onJump} />);
  return store;
}
const permit = (...names: string[]) => {
  session.permissions = Object.fromEntries(names.map((name) => [name, true])) as typeof session.permissions;
};
const rows = () => all("row").slice(1);
const grid = () => one("grid", words.sidebar.list);
const said = (row: HTMLElement) => [...row.querySelectorAll("[role=gridcell]")].map((cell) => cell.textContent);

beforeEach(() => {
  permit("create_annotations", "delete_annotations", "create_annotation_group", "delete_annotation_group");
  onJump.mockClear();
  panels.dialog = null;
});
afterEach(async () => {
  await drawn?.remove();
  drawn = null;
  panels.search = "";
  toastQueue.clear();
});

it("says which sessions may be out of date, or are not all here, and tries again", async () => {
  const store = await show(testStore([night, day]));
  const [of, other] = store.state.sessions;
  const tryAgain = vi.spyOn(store, "tryAgain");
  await act(async () => {
    store.state.sessions = [
      { ...of, isStale: true, problem: null },
      { ...other, fetched: "failed", loadedCount: 1, problem: "The server is away." },
    ];
  });
  const note = all("status").find(({ textContent }) => textContent?.includes(of.name));
  expect(note?.textContent).toContain(words.saving.stale("Night", null));
  expect(note?.textContent).toContain(words.saving.incomplete("Day", "The server is away."));
  await press(one("button", words.tryAgain));
  expect(tryAgain).toHaveBeenCalledOnce();
});

describe("list of annotations (spec 2.4)", () => {
  it("leads from match to match by the buttons beside the search, and says where it is", async () => {
    await show(testStore([night], 1));
    const walked: number[] = [];
    const untie = provideMatchWalk((direction) => {
      walked.push(direction);
      panels.said = "1 of 2: Seizure";
    });
    await press(one("button", words.sidebar.matches.next));
    await press(one("button", words.sidebar.matches.previous));
    expect(walked).toEqual([1, -1]);
    expect(document.body.textContent).toContain("1 of 2: Seizure");
    untie();
    await type(one("textbox", words.sidebar.search) as HTMLInputElement, "nothing like it");
    expect((one("button", words.sidebar.matches.next) as HTMLButtonElement).disabled).toBe(true);
  });

  it("tells time, name, duration and kind; more than 2 minutes as a range", async () => {
    await show(testStore([night, day], 1));
    expect(rows().map((row) => said(row).slice(1, 4))).toEqual([
      ["02:00:00 PM", "Spike", "PointEvent"],
      ["02:01:00 PM– 02:04:00 PM", "Seizure", "3mEvent"],
      ["02:05:00 PM", "Suction", "2mArtifact"],
    ]);
    expect(grid().getAttribute("aria-rowcount")).toBe("4");
    expect(document.body.textContent).toContain("Loaded: 3 annotations of 1 session");
  });

  it("says how many of what is loaded the file itself holds", async () => {
    await show(
      testStore(
        [
          { ...night, id: fileGroupId, name: "File" },
          { ...day, isLoaded: true },
        ],
        2,
      ),
    );
    expect(document.body.textContent).toContain("Loaded: 5 annotations, 3 of the file itself and 2 of 1 session");
  });

  it("jumps to the end time, by press and by Enter", async () => {
    await show(testStore([night], 1));
    await press(rows()[1]);
    expect(onJump).toHaveBeenLastCalledWith(startMs + 4 * minute);
    await key(grid(), "ArrowDown");
    await key(grid(), "Enter");
    expect(onJump).toHaveBeenLastCalledWith(startMs + 7 * minute);
  });

  it("leaves what the search finds, and says when it finds nothing", async () => {
    await show(testStore([night], 1));
    const box = one("textbox", words.sidebar.search);
    await type(box, "lpd");
    expect(rows()).toHaveLength(1);
    expect(document.body.textContent).toContain("1 of 3 annotations");
    await type(box, "xyz");
    expect(document.body.textContent).toContain(words.sidebar.nothingFound);
  });

  it("keeps the place in the search where somebody types in the middle of it", async () => {
    await show(testStore([night], 1));
    const box = one("textbox", words.sidebar.search) as HTMLInputElement;
    await type(box, "tag:pd");
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, "tag:lpd");
      box.setSelectionRange(5, 5);
      box.dispatchEvent(new Event("input", { bubbles: true }));
      // What is written back, even for a moment, takes the caret to the end.
      expect(box.value).toBe("tag:lpd");
    });
    expect([box.value, box.selectionStart, rows().length]).toEqual(["tag:lpd", 5, 1]);
  });

  it("opens the editor of a row by its button and by F2", async () => {
    const store = await show(testStore([night], 1));
    await press(one("button", "Edit Seizure"));
    expect(store.state.opened).toBe(2);
    // It is the row that the reader is at now.
    await key(grid(), "ArrowUp");
    await key(grid(), "F2");
    expect(store.state.opened).toBe(1);
  });

  it("says what there is to do while nothing is loaded", async () => {
    await show(testStore([day], 2));
    expect(document.body.textContent).toContain(words.sidebar.empty);
    expect(document.body.textContent).toContain(words.sidebar.emptyHint);
  });

  it("offers nobody to make annotations who may not", async () => {
    permit();
    await show(testStore([day], 2));
    expect(document.body.textContent).toContain(words.sidebar.emptyView);
    expect(document.body.textContent).not.toContain(words.sidebar.emptyHint);
  });

  it("has opening and failed faces; the latter tries again", async () => {
    const store = testStore([]);
    store.state.phase = "opening";
    await show(store);
    expect(one("status", words.sidebar.opening)).toBeTruthy();
    await act(async () => {
      store.state.phase = "failed";
      store.state.problem = "The server cannot be reached.";
    });
    expect(one("alert").textContent).toContain("The server cannot be reached.");
    await press(one("button", words.tryAgain));
    expect(store.acts).toEqual(["try again"]);
  });

  it("reads rows by index: 100,000 of them stand in the list without elements of their own", async () => {
    const many = Array.from({ length: 100_000 }, (_, k) => ({ start_time: startMs + k, end_time: startMs + k }));
    await show(testStore([{ id: 1, name: "Many", isLoaded: true, annotations: many }], 1));
    expect(rows().length).toBeLessThan(60);
    expect(grid().getAttribute("aria-rowcount")).toBe("100001");
  });
});

describe("several at once", () => {
  const tick = (index: number) => press(rows()[index].querySelector("[data-part=tick]") as Element);

  it("deletes after asking, and offers to take it back", async () => {
    const store = await show(testStore([night], 1));
    await tick(0);
    await tick(2);
    await press(one("button", words.bulk.delete));
    expect(one("alertdialog").textContent).toContain(
      "Are you sure you want to permanently delete 2 annotations? This action cannot be undone.",
    );
    await press(one("button", "Yes, delete annotations"));
    expect(store.acts).toEqual(["remove 1 3"]);
    const [told] = toastQueue.visibleToasts;
    expect(told.content.text).toBe("2 annotations were deleted");
    told.content.action?.onPress();
    expect(store.acts).toEqual(["remove 1 3", "take back 1"]);
  });

  it("takes back the act that the toast speaks of, and says why where that is not possible", async () => {
    const store = await show(testStore([night], 1));
    await tick(0);
    await press(one("button", words.bulk.delete));
    await press(one("button", "Yes, delete annotation"));
    store.taken = "changed";
    toastQueue.visibleToasts[0].content.action?.onPress();
    expect(store.acts).toEqual(["remove 1", "take back 1"]);
    expect(toastQueue.visibleToasts[0].content.text).toBe(words.deleting.notTakenBack.changed);
  });

  it("needs delete_annotations for several, and for others'", async () => {
    permit("create_annotations");
    const store = testStore([night], 1);
    store.foreign.add(2);
    await show(store);
    await tick(0);
    expect(one("button", words.bulk.delete).getAttribute("aria-disabled")).toBeNull();
    await tick(2);
    expect(all("button").filter((each) => each.getAttribute("aria-disabled") === "true")).toHaveLength(1);
    await tick(0);
    await tick(2);
    await tick(1);
    expect(all("button").filter((each) => each.getAttribute("aria-disabled") === "true")).toHaveLength(1);
  });

  it("changes the tags of all that may be changed, as one step", async () => {
    const store = testStore([night], 1);
    store.foreign.add(3);
    await show(store);
    await key(grid(), " ");
    await tick(1);
    await tick(2);
    await press(one("button", words.bulk.tags));
    await type(field(words.bulk.addTag), "x".repeat(26));
    expect(one("dialog").textContent).toContain("Each tag has a 25 character limit.");
    await press(one("button", words.bulk.add));
    expect(one("dialog").textContent).toContain("Tags cannot be longer than 25 characters.");
    await type(field(words.bulk.addTag), " Sei Zure ");
    await press(one("button", words.bulk.add));
    await press(one("button", words.bulk.apply));
    expect(store.acts).toEqual(["modify 1 2"]);
    expect(store.table.get(2)?.tags).toEqual(["lpd", "seizure"]);
    expect(store.table.get(3)?.tags).toEqual([]);
    const [told] = toastQueue.visibleToasts;
    expect(told.content.text).toContain(words.bulk.notAllowed(1));
    told.content.action?.onPress();
    expect(store.acts.slice(1)).toEqual(["take back 1"]);
  });

  it("selects all with Ctrl+A, what lies between with Shift, and lets go with Esc", async () => {
    await show(testStore([night], 1));
    const pressed = (name: string, more: KeyboardEventInit) =>
      act(async () => void grid().dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, ...more })));
    await pressed("a", { ctrlKey: true });
    expect(document.body.textContent).toContain(words.bulk.selected(3));
    await key(grid(), "Escape");
    expect(document.body.textContent).not.toContain(words.bulk.selected(3));
    await pressed("ArrowDown", { shiftKey: true });
    expect(document.body.textContent).toContain(words.bulk.selected(2));
  });
});

describe("what is being saved", () => {
  it("says 'Saving...', what waits, and what was refused", async () => {
    const store = await show(testStore([night], 1));
    await act(async () => {
      store.state.unsent = 2;
    });
    expect(document.body.textContent).toContain("Saving...");
    await act(async () => {
      store.state.isWaiting = true;
    });
    expect(document.body.textContent).toContain(words.saving.waiting(2, null));
    await act(async () => {
      store.state.waitingFor = words.noPermission;
    });
    expect(document.body.textContent).toContain(`${words.noPermission}. 2 changes kept in this browser.`);
    await act(async () => {
      store.state.waitingFor = null;
    });
    await act(async () => {
      store.state.unsent = 0;
      store.state.refused = [
        {
          number: 5,
          ref: 1,
          act: "modify",
          code: "annotation_changed",
          sentence: "Somebody was first.",
          mine: null,
          hasTheirs: true,
        },
        {
          number: 6,
          ref: 2,
          act: "delete",
          code: "annotation_not_found",
          sentence: "It is gone.",
          mine: null,
          hasTheirs: false,
        },
        ...[7, 8].map((number) => ({
          ...{ number, ref: 3, act: "create" as const, code: "group_not_found", sentence: "The session is gone." },
          mine: { ...store.table.at(0), annotation_text: `kept ${number}` },
          hasTheirs: false,
        })),
      ];
    });
    expect(document.body.textContent).not.toContain("Saving...");
    expect(document.body.textContent).toContain(
      "Unhandled Exception: Modifying annotation unsuccessful. The change of “Spike” was not saved. Somebody was first.",
    );
    await press(one("button", words.saving.keepMine));
    await press(all("button", words.dismiss)[0]);
    expect(store.acts).toEqual(["dismiss 5 again", "dismiss 6"]);
    // What stands nowhere else is not only to be dismissed.
    expect(all("button", words.saving.makeAnew)).toHaveLength(2);
    await press(one("button", words.saving.makeAllAnew(2)));
    expect(store.acts.slice(-2)).toEqual(["dismiss 7 again", "dismiss 8 again"]);
  });

  it("names Undo and Redo by what they would do", async () => {
    const store = await show(testStore([night], 1));
    expect((one("button", words.sidebar.nothingToUndo) as HTMLButtonElement).disabled).toBe(true);
    await act(async () => {
      store.state.undo = "Undo: delete 3 annotations";
    });
    await press(one("button", "Undo: delete 3 annotations"));
    expect(store.acts).toEqual(["undo"]);
  });

  it("hides annotations by a switch", async () => {
    const store = await show(testStore([night], 1));
    await press(one("button", words.sidebar.hide));
    expect(store.state.isHidden).toBe(true);
  });

  it("leads to the dialog of sessions", async () => {
    await show(testStore([night], 1));
    await press(one("button", words.sidebar.load));
    expect(panels.dialog).toBe("load");
    await settle();
  });
});

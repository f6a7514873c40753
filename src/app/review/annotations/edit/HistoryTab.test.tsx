// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import type { HistoryStand } from "../../../../domain/annotations/annotation-history.ts";
import { clockOf } from "../../../../domain/time/clock.ts";
import { newAnnotation } from "../../../../protocol/annotations.ts";
import { newTemplate } from "../../../../protocol/shortcuts.ts";
import { annotationHistoryText as words } from "../../../../protocol/text/annotation-history-text.ts";
import { all, type Drawn, draw, one, press } from "../../../../ui/test-render.tsx";
import type { ToldEntry } from "./HistoryEntry.tsx";
import { type AnnotationHistory, HistoryTab } from "./HistoryTab.tsx";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

const clock = clockOf({ start_ms: 0, is_start_known: true, timezone: "UTC" }, 24);
const stand = (title: string, groupId = 1, tags: string[] = []): HistoryStand => ({
  groupId,
  content: {
    ...newTemplate(title, newAnnotation.color, newAnnotation.opacity),
    ...{ annotation_type: "EEG Montage", start_time: 0, end_time: 0, tags },
  },
});
const [first, second] = [stand("Spike"), stand("Sharp wave", 2, ["left"])];
const entry = (number: number, act: ToldEntry["act"], before: HistoryStand | null, after: HistoryStand | null) => ({
  ...{ number, act, by: number === 2 ? null : "Ada Reader", at: `at ${number}`, before, after },
});

async function show(over: Partial<AnnotationHistory> = {}, isChanged = false) {
  const asked: unknown[] = [];
  const history: AnnotationHistory = {
    version: 4,
    async read(before) {
      asked.push(before);
      return before === null
        ? { entries: [entry(4, "restore", null, second), entry(3, "delete", second, null)], hasMore: true }
        : { entries: [entry(2, "modify", first, second), entry(1, "create", null, first)], hasMore: false };
    },
    sessionName: (id) => `Session ${id}`,
    restore: async (version) => void asked.push(version),
    ...over,
  };
  drawn = await draw(<HistoryTab history={history} now={second} clock={clock} isChanged={isChanged} />);
  return asked;
}
const lines = () => [...document.querySelectorAll("li")].map(({ textContent }) => textContent);

it("tells who did what and when, newest first, in pages, and writes an older version", async () => {
  const asked = await show();
  expect(lines()).toHaveLength(2);
  expect(lines()[0]).toContain("Brought back by Ada Reader");
  expect(lines()[0]).toContain(words.now);
  expect(lines()[1]).toContain("Deleted");
  await press(one("button", words.older));
  expect(lines()[2]).toContain(`Changed by ${words.nobody}`);
  for (const said of ["was Spike → became Sharp wave", "was none → became left", "was Session 1 → became Session 2"])
    expect(lines()[2]).toContain(said);
  expect(lines()[3]).toContain("Made");
  // What stands now, and a deletion, are nothing to restore.
  expect(all("button").map((button) => button.getAttribute("aria-label"))).toEqual(["Restore the version of at 1"]);
  await press(one("button", "Restore the version of at 1"));
  expect(asked).toEqual([null, 3, first]);
});

it("says that it could not be read, and reads it again", async () => {
  let fails = true;
  await show({
    async read() {
      if (fails) throw new Error("The server cannot be reached.");
      return { entries: [entry(1, "create", null, first)], hasMore: false };
    },
  });
  expect(one("alert").textContent).toContain("The server cannot be reached.");
  fails = false;
  await press(one("button", words.tryAgain));
  expect(lines()).toHaveLength(1);
});

it("restores nothing over what is changed in the dialog, without the right, or of what is not saved", async () => {
  await show({}, true);
  expect(document.body.textContent).toContain(words.changedFirst);
  await drawn?.remove();
  await show({ restore: null });
  await press(one("button", words.older));
  expect(all("button")).toEqual([]);
  await drawn?.remove();
  await show({ read: async () => null });
  expect(document.body.textContent).toBe(words.unsaved);
});

it("says why a version was not restored", async () => {
  await show({
    restore: async () => {
      throw new Error("Somebody has changed it.");
    },
  });
  await press(one("button", words.older));
  await press(one("button", "Restore the version of at 1"));
  expect(one("alert").textContent).toBe("Somebody has changed it.");
});

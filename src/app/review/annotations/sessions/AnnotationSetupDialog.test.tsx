// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { type Drawn, draw, one, press, type } from "../../../../ui/test-render.tsx";
import { session } from "../../../session/state.ts";
import { fileGroupId } from "../types.ts";
import { AnnotationSetupDialog } from "./AnnotationSetupDialog.tsx";
import { field, type TestStore, testStore } from "./test-store.ts";

const words = annotationSessionText.setup;
const given = [
  { id: fileGroupId, name: "From the file", annotations: [{}, {}], isLoaded: true },
  { id: 1, name: "Night", annotations: [{}, {}, {}] },
  { id: 2, name: "Day", annotations: [{}] },
];

let drawn: Drawn | null = null;
const onReady = vi.fn();
const permit = (...names: string[]) => {
  session.permissions = Object.fromEntries(names.map((name) => [name, true])) as typeof session.permissions;
};
async function show(store: TestStore): Promise<TestStore> {
  drawn = await draw(<AnnotationSetupDialog store={store} onClose={() => {}} onReady={onReady} />);
  return store;
}
const page = () => document.body.textContent ?? "";
const boxes = () => [...document.querySelectorAll<HTMLInputElement>("fieldset input")];

beforeEach(() => {
  permit("create_annotations", "create_annotation_group");
  onReady.mockClear();
});
afterEach(async () => {
  await drawn?.remove();
  drawn = null;
});

describe("Annotation Setup (spec 2.19, 4)", () => {
  it("goes on with the current session; others are loaded beside it, with their numbers", async () => {
    const store = await show(testStore(given, 1));
    expect(page()).toContain("New annotations will be written to: Night");
    expect(page()).toContain("From the file (2)");
    expect(page()).toContain("Day (1)");
    expect(page()).toContain("This will load 5 annotation(s)");
    await press(boxes()[1]);
    expect(page()).toContain("This will load 6 annotation(s)");
    await press(boxes()[0]);
    expect(page()).toContain("This will load 4 annotation(s)");
    await press(one("button", "Load"));
    expect(store.acts).toEqual(["load 1", "load 2", "current 1"]);
    expect(onReady).toHaveBeenCalledWith(1);
  });

  it("makes a new session, under a name that may be", async () => {
    const store = await show(testStore(given, 1));
    await press(one("radio", words.create));
    await press(one("button", "Create"));
    expect(one("alert").textContent).toBe("Session name cannot be empty");
    await type(field(words.name), "Day");
    await press(one("button", "Create"));
    expect(one("alert").textContent).toBe("Session already exists with the same name.");
    await type(field(words.name), " Second read");
    expect(page()).toContain("New annotations will be written to: Second read");
    await press(one("button", "Create"));
    expect(store.acts).toEqual(["create Second read", "load 1000", "load 0", "current 1000"]);
  });

  it("shows a thousand other sessions in pages; what is ticked on one counts on all", async () => {
    const many = Array.from({ length: 999 }, (_, k) => ({ id: k + 10, name: `Reading ${k}`, annotations: [{}] }));
    const store = await show(testStore([...given, ...many], 1));
    expect(boxes().length).toBeLessThanOrEqual(100);
    await press(boxes()[1]);
    await press(one("button", "Next page"));
    const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
    await act(async () => void document.querySelector("nav input")?.dispatchEvent(enter));
    expect(enter.defaultPrevented).toBe(true); // or the browser would send the form, which loads
    await press(boxes()[0]);
    expect(page()).toContain("This will load 7 annotation(s)");
    await press(one("button", "Load"));
    expect(store.acts).toHaveLength(5);
  });

  it("says 'Please wait...' meanwhile, and in red what failed", async () => {
    const store = testStore([{ ...given[1], isFetched: false }, given[2]], 1);
    store.holdFetches = true;
    await show(store);
    await press(one("button", "Load"));
    expect(page()).toContain("Please wait...");
    store.failure = new Error("The server cannot be reached.");
    await act(async () => store.release());
    expect(one("alertdialog").textContent).toContain("Night: The server cannot be reached.");
  });

  it("tells why a session was not made", async () => {
    const store = await show(testStore(given, 1));
    await press(one("radio", words.create));
    await type(field(words.name), "Third");
    store.failure = new Error("Too many sessions.");
    await press(one("button", "Create"));
    expect(one("alert").textContent).toBe("Too many sessions.");
    expect(onReady).not.toHaveBeenCalled();
  });

  it("makes none without the permission, and says why", async () => {
    permit("create_annotations");
    await show(testStore(given, 1));
    expect(one("button", words.create).getAttribute("aria-disabled")).toBe("true");
  });
});

// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { annotationExchangeText as exchange } from "../../../../protocol/text/annotation-exchange-text.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { toastQueue } from "../../../../ui/notices/toasts.ts";
import { all, type Drawn, draw, key, one, press, type, until } from "../../../../ui/test-render.tsx";
import { session } from "../../../session/state.ts";
import { fileGroupId } from "../types.ts";
import { LoadAnnotationsDialog } from "./LoadAnnotationsDialog.tsx";
import { content, field, type TestSession, type TestStore, testStore } from "./test-store.ts";

const words = annotationSessionText.load;
const startMs = Date.UTC(2026, 5, 3, 18, 0);
const recording = {
  start_ms: startMs,
  end_ms: startMs + 7_200_000,
  is_start_known: true,
  timezone: "America/New_York",
} as RecordingDetail;
const file: TestSession = {
  id: fileGroupId,
  name: "From the file",
  annotations: [{ annotation_text: "Eyes closed", start_time: startMs }],
  isLoaded: true,
};
const night: TestSession = {
  id: 1,
  name: "Night",
  isLoaded: true,
  annotations: [
    { annotation_text: "Spike", start_time: startMs + 1000, end_time: startMs + 2000 },
    { annotation_text: "LPD", start_time: startMs + 5000, end_time: startMs + 5000 },
  ],
};
const day: TestSession = { id: 2, name: "Day", annotations: [{ start_time: startMs }], isFetched: false };

let drawn: Drawn | null = null;
const onJump = vi.fn();
const onClose = vi.fn();
const permit = (...names: string[]) => {
  session.permissions = Object.fromEntries(names.map((name) => [name, true])) as typeof session.permissions;
};

async function show(store: TestStore): Promise<TestStore> {
  drawn = await draw(<LoadAnnotationsDialog store={store} recording={recording} onJump={onJump} onClose={onClose} />);
  return store;
}
const region = (name: string) => document.querySelector<HTMLElement>(`section[aria-label="${name}"]`);
const sessions = () => region(words.sessions) as HTMLElement;
const detail = (name = "Night") => region(words.annotations(name)) as HTMLElement;
const rowsOf = (place: HTMLElement) => [...place.querySelectorAll<HTMLElement>("tbody tr")];
const said = (row: HTMLElement) => [...row.children].slice(1).map((cell) => cell.textContent);
const button = (place: HTMLElement, name: string) =>
  [...place.querySelectorAll<HTMLButtonElement>("button")].find(
    (each) =>
      (each.getAttribute("aria-label") ?? each.textContent ?? "") === name ||
      each.querySelector(`[aria-label="${name}"]`),
  ) as HTMLButtonElement;
const isRefused = (each: HTMLButtonElement) => each.disabled || each.getAttribute("aria-disabled") === "true";
const tick = (row: HTMLElement) => press(row.querySelector("input") as HTMLInputElement);
const page = () => document.body.textContent ?? "";

beforeEach(() => {
  permit("create_annotations", "delete_annotations", "create_annotation_group", "delete_annotation_group");
  onJump.mockClear();
  onClose.mockClear();
});
afterEach(async () => {
  await drawn?.remove();
  drawn = null;
  toastQueue.clear();
});

describe("sessions (spec 2.20)", () => {
  it("tells of a session that could not be loaded", async () => {
    const store = await show(testStore([file, night, day], 1));
    const row = rowsOf(sessions()).find((each) => said(each)[0] === "Day") as HTMLElement;
    store.failure = new Error("The server cannot be reached.");
    await tick(row);
    await press(button(sessions(), "Load"));
    expect(toastQueue.visibleToasts.map(({ content }) => content.text)).toEqual([
      "The annotations of “Day” could not be loaded. The server cannot be reached.",
    ]);
  });

  it("tells name, number, day and what is loaded; the current one is shown", async () => {
    await show(testStore([file, night, day], 1));
    expect(rowsOf(sessions()).map(said)).toEqual([
      ["From the file", "1", "—", words.isLoaded.all],
      ["Night", "2", expect.stringMatching(/^06\/0[45]\/2026$/), words.isLoaded.all],
      ["Day", "1", expect.stringMatching(/^06\/0[45]\/2026$/), words.isLoaded.none],
    ]);
    expect(rowsOf(detail()).map(said)).toEqual([
      ["Spike", "06/03/2026 02:00:01 PM", "EEG Montage", "Yes"],
      ["LPD", "06/03/2026 02:00:05 PM", "EEG Montage", "Yes"],
    ]);
  });

  it("says what to do while none is selected", async () => {
    await show(testStore([night], null));
    expect(page()).toContain("Info: Please select a session to view annotations.");
  });

  it("fetches what is shown: 'Retrieving Session...', then its rows, or why not", async () => {
    const store = testStore([night, day], null);
    store.holdFetches = true;
    await show(store);
    await tick(rowsOf(sessions())[1]);
    expect(page()).toContain("Retrieving Session...");
    await act(async () => store.release());
    expect(rowsOf(detail("Day"))).toHaveLength(1);
  });

  it("tells why a session could not be fetched", async () => {
    const store = testStore([night, day], null);
    store.failure = new Error("The server cannot be reached.");
    await show(store);
    await tick(rowsOf(sessions())[1]);
    expect(one("alert").textContent).toContain("The server cannot be reached.");
  });

  it("loads and unloads what is ticked", async () => {
    const store = await show(testStore([night, day], null));
    expect(button(sessions(), words.load).disabled).toBe(true);
    await tick(rowsOf(sessions())[0]);
    await tick(rowsOf(sessions())[1]);
    await press(button(sessions(), words.load));
    await press(button(sessions(), words.unload));
    expect(store.acts).toEqual(["load 1", "load 2", "unload 1", "unload 2"]);
  });

  it("finds by name, and says when there is none", async () => {
    await show(testStore([night, day], 1));
    await type(one("textbox", words.searchSessions), "day");
    expect(rowsOf(sessions()).map((row) => said(row)[0])).toEqual(["Day"]);
    await type(one("textbox", words.searchSessions), "zzz");
    expect(sessions().textContent).toContain("There are no records to display");
  });

  it("asks for 'New Session Name' and says what is wrong with it", async () => {
    const store = await show(testStore([night], 1));
    await press(button(sessions(), words.create));
    const dialog = all("dialog").at(-1) as HTMLElement;
    await press(button(dialog, words.create));
    expect(dialog.textContent).toContain("Session name cannot be empty");
    await type(field("New Session Name"), " Night ");
    await press(button(dialog, words.create));
    expect(dialog.textContent).toContain("Session already exists with the same name.");
    await type(field("New Session Name"), " Second read ");
    await press(button(dialog, words.create));
    expect(store.acts).toEqual(["create Second read"]);
    expect(detail("Second read").textContent).toContain("There are no records to display");
  });

  it("deletes a session after asking, and none while it is the only one", async () => {
    const store = await show(testStore([file, night, { ...day, isFetched: true }], 1));
    await press(one("button", words.deleteSession));
    expect(one("alertdialog").textContent).toContain(
      "Are you sure you want to permanently delete Night with 2 annotations? This action cannot be undone.",
    );
    await press(one("button", "Yes, delete session"));
    expect(store.acts).toEqual(["delete session 1"]);
    expect(page()).toContain("Info: Please select a session to view annotations.");
    await tick(rowsOf(sessions())[1]);
    expect(isRefused(one("button", words.deleteSession) as HTMLButtonElement)).toBe(true);
    expect(isRefused(button(sessions(), words.delete))).toBe(true);
  });
});

it("asks about what a session holds by now, and no more about one that somebody else has deleted meanwhile", async () => {
  const store = await show(testStore([file, night, { ...day, isFetched: true }], 1));
  await press(one("button", words.deleteSession));
  await act(async () => void store.createAll([content()], 1, 0));
  expect(one("alertdialog").textContent).toContain("permanently delete Night with 3 annotations?");
  await act(async () => void store.deleteSessions([1]));
  expect(all("alertdialog")).toEqual([]);
});

describe("permissions (spec 001 sections 5 and 6)", () => {
  it("makes, renames and deletes nothing without them", async () => {
    permit();
    await show(testStore([night, day], 1));
    await tick(rowsOf(detail())[0]);
    for (const name of [words.create, words.delete]) expect(isRefused(button(sessions(), name))).toBe(true);
    expect(isRefused(button(detail(), words.rename))).toBe(true);
    expect(field(words.sessionName).readOnly).toBe(true);
    expect(isRefused(one("button", words.deleteSession) as HTMLButtonElement)).toBe(true);
    await tick(rowsOf(detail())[1]);
    expect(isRefused(one("button", words.deleteAnnotations) as HTMLButtonElement)).toBe(true);
    expect(button(sessions(), words.load).disabled).toBe(false);
  });

  it("changes nothing of the file's own, and copies it into a session", async () => {
    const store = await show(testStore([file, night], fileGroupId));
    await tick(rowsOf(sessions())[0]);
    await tick(rowsOf(sessions())[0]);
    await tick(rowsOf(detail("From the file"))[0]);
    expect(field(words.sessionName).readOnly).toBe(true);
    expect(isRefused(one("button", words.deleteAnnotations) as HTMLButtonElement)).toBe(true);
    expect(isRefused(one("button", words.deleteSession) as HTMLButtonElement)).toBe(true);
    await press(button(detail("From the file"), words.copy));
    await press(one("menuitem", "Night"));
    expect(store.acts).toEqual(["copy 1 to 1"]);
  });
});

describe("one session", () => {
  it("is renamed when its name differs and may be taken", async () => {
    const store = await show(testStore([night, day], 1));
    const rename = button(detail(), words.rename);
    expect(rename.disabled).toBe(true);
    await type(field(words.sessionName), " Night ");
    expect(rename.disabled).toBe(true);
    await type(field(words.sessionName), "Day");
    await press(rename);
    expect(page()).toContain("Session already exists with the same name.");
    await type(field(words.sessionName), "First read");
    await press(rename);
    expect(store.acts).toEqual(["rename 1 First read"]);
    expect(button(detail("First read"), words.rename).disabled).toBe(true);
  });

  it("tells why it was not renamed", async () => {
    const store = testStore([night, day], 1);
    await show(store);
    store.failure = new Error("No way.");
    await type(field(words.sessionName), "First read");
    await press(button(detail(), words.rename));
    expect(one("alertdialog").textContent).toContain("Renaming annotation group unsuccessful: No way.");
  });

  it("loads, views and deletes what is ticked", async () => {
    const store = await show(testStore([night, day], 1));
    expect(button(detail(), words.view).disabled).toBe(true);
    await tick(rowsOf(detail())[0]);
    expect(detail().textContent).toContain("1 of 2 annotations selected");
    await press(button(detail(), words.unload));
    expect(said(rowsOf(detail())[0])[3]).toBe("No");
    expect(said(rowsOf(sessions())[0])[3]).toBe(words.isLoaded.some);
    await press(button(detail(), words.load));
    await press(one("button", words.deleteAnnotations));
    await press(one("button", "Yes, delete annotation"));
    expect(store.acts).toEqual(["unload one 1", "load one 1", "remove 1"]);
    await tick(rowsOf(detail())[0]);
    await press(button(detail(), words.view));
    expect(onJump).toHaveBeenCalledWith(startMs + 5000);
    expect(onClose).toHaveBeenCalled();
  });

  it("has pages where there is more than one; a page number counts on Enter, within 1 and their number", async () => {
    await show(testStore([night, day], 1));
    expect(detail().querySelector("nav")).toBeNull();
    await drawn?.remove();
    const many = Array.from({ length: 120 }, (_, k) => ({ annotation_text: `A${k}`, start_time: startMs + k }));
    await show(testStore([{ id: 1, name: "Night", annotations: many }], 1));
    const box = () => detail().querySelector("nav input") as HTMLInputElement;
    const first = () => said(rowsOf(detail())[0])[0];
    const ask = async (text: string) => {
      await type(box(), text);
      await key(box(), "Enter");
    };
    expect(first()).toBe("A0");
    await ask("4");
    expect([box().value, first()]).toEqual(["1", "A0"]);
    await type(box(), "3");
    expect(first()).toBe("A0");
    await key(box(), "Enter");
    expect([first(), rowsOf(detail()).length]).toEqual(["A100", 20]);
    await press(button(detail(), "Previous page"));
    expect(first()).toBe("A50");
    await tick(rowsOf(detail())[0]);
    await press(button(detail(), "Next page"));
    expect(detail().textContent).toContain("1 of 120 annotations selected");
  });

  it("begins another search and another order at the first page, in both tables", async () => {
    const many = Array.from({ length: 52 }, (_, k) => ({ annotation_text: `A${k}`, start_time: startMs + k }));
    const others = Array.from({ length: 51 }, (_, k): TestSession => ({ id: k + 2, name: `S${k}`, annotations: [] }));
    await show(testStore([{ id: 1, name: "Night", annotations: many }, ...others], 1));
    const places = [
      [detail, words.searchAnnotations, words.detail.title],
      [sessions, words.searchSessions, words.columns.name],
    ] as const;
    for (const [place, search, column] of places) {
      const asked = () => (place().querySelector("nav input") as HTMLInputElement).value;
      const first = () => said(rowsOf(place())[0])[0];
      await press(button(place(), "Next page"));
      expect(asked()).toBe("2");
      await type(one("textbox", search), place === detail ? "a" : "s");
      expect(asked()).toBe("1");
      await press(button(place(), "Next page"));
      await press([...place().querySelectorAll("th")].find(({ textContent }) => textContent === column) as Element);
      expect([asked(), first()]).toEqual(["1", place === detail ? "A0" : "S0"]);
    }
  });
});

describe("files", () => {
  // They are fetched when they are opened.
  beforeAll(async () => {
    await Promise.all([
      import("../exchange/ExportDialog.tsx"),
      import("../exchange/ImportDialog.tsx"),
      import("../exchange/read-file.ts"),
    ]);
  });
  const dialog = () => all("dialog").at(-1) as HTMLElement;
  const drop = async (name: string, text: string | Uint8Array<ArrayBuffer>) => {
    const place = [...dialog().querySelectorAll("div")].find((each) => each.className.includes("drop")) as HTMLElement;
    const event = new Event("drop", { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { files: [new File([text], name)] } });
    await act(async () => {
      place.dispatchEvent(event);
    });
    await vi.waitFor(() => act(async () => expect(dialog().textContent).not.toContain(exchange.import.reading)));
  };
  const open = async (name: string) => {
    await press(button(sessions(), name));
    await vi.waitFor(() => act(async () => expect(all("dialog").length).toBe(2)));
  };

  it("says before an export what the format cannot hold", async () => {
    await show(testStore([file, night], 1));
    await open(exchange.export.open);
    expect(dialog().textContent).toContain("Night: 2 annotations");
    expect(dialog().textContent).toContain(exchange.export.formats.csv.loses);
    await press(button(dialog(), "EDF+"));
    expect(dialog().textContent).toContain(exchange.export.formats.edf.loses);
    expect(dialog().textContent).toContain("America/New_York");
  });

  it("shows what of a file is new, there already, outside and not understood, and writes the new ones as one act", async () => {
    const store = await show(testStore([night, day], 1));
    await open(exchange.import.open);
    await drop("x.tsv", "\u0001\u0002\u0003\u0004");
    expect(dialog().textContent).toContain(exchange.import.problems.binary);
    await drop("empty.csv", "");
    expect(dialog().textContent).toContain(exchange.import.problems.empty);
    await drop(
      "second read.csv",
      "onset,duration,title,color\n1,1,Spike,#FF0000\n3,0,<b>Wave</b>,\n99999,0,Far,\nNaN,0,Bad,\n4,0,,\n",
    );
    const { tabs } = exchange.import;
    expect(dialog().textContent).toContain("CSV with commas: 3 annotations understood");
    for (const said of [tabs.new(2), tabs.duplicate(0), tabs.outside(1), tabs.bad(2)])
      expect(button(dialog(), said)).toBeDefined();
    expect((field(exchange.import.name) as HTMLInputElement).value).toBe("second read");
    await press(button(dialog(), tabs.bad(2)));
    expect(dialog().textContent).toContain("The start is no time: “NaN”");
    await type(field(exchange.import.name), "Night");
    await press(button(dialog(), exchange.import.write(2)));
    expect(dialog().textContent).toContain("Session already exists with the same name.");
    expect(store.acts).toEqual([]);
    await type(field(exchange.import.name), "Second");
    await press(button(dialog(), exchange.import.write(2)));
    expect(store.acts).toEqual(["create Second", "create 2 in 1000"]);
    expect(all("dialog")).toHaveLength(1);
    expect(rowsOf(detail("Second")).map((row) => said(row)[0])).toEqual(["Spike", "<b>Wave</b>"]);
  });

  it("has the browser ask before the page goes while it is written", async () => {
    const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const store = await show(testStore([night], 1));
    let refuse: (why: Error) => void = () => undefined;
    store.createSession = () => new Promise((_, reject) => (refuse = reject));
    await open(exchange.import.open);
    await drop("second.csv", "onset,duration,title\n1,1,Spike\n");
    expect(asks()).toBe(false);
    await press(button(dialog(), exchange.import.write(1)));
    expect(asks()).toBe(true);
    refuse(new Error("No."));
    await until(() => !asks());
  });

  it("is not read without the permission to annotate", async () => {
    permit("delete_annotations");
    await show(testStore([night], 1));
    expect(isRefused(button(sessions(), exchange.import.open))).toBe(true);
  });
});

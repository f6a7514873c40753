import { beforeEach, expect, it } from "vitest";
import type { Document, PropertyChange } from "../../protocol/documents.ts";
import { readOldSettings } from "./old-settings.ts";
import { readCopy, type SettingsCopy } from "./settings-copy.ts";
import { type CallFailure, makeSettingsStore } from "./settings-store.ts";

/** A server that is answered by hand, and a browser with several tabs. */
function makeServer() {
  const server = {
    content: null as Record<string, unknown> | null,
    revision: 0,
    failure: null as CallFailure | null,
    sent: [] as { changes: readonly PropertyChange[]; isFirst: boolean }[],
    asked: 0,
    document: (): Document | null =>
      server.content === null ? null : ({ revision: server.revision, content: server.content } as unknown as Document),
    write(content: Record<string, unknown>) {
      server.content = content;
      server.revision++;
    },
  };
  return server;
}
type Server = ReturnType<typeof makeServer>;

function makeBrowser() {
  const browser = {
    stored: null as string | null,
    old: [] as PropertyChange[],
    tabs: [] as { adopt(copy: SettingsCopy | null): void }[],
  };
  return browser;
}

function openTab(server: Server, browser: ReturnType<typeof makeBrowser>) {
  const refused: string[] = [];
  const timers = new Set<() => void>();
  /** The next answer waits until this is called. */
  let hold: Promise<void> | null = null;
  const store = makeSettingsStore({
    copy: {
      read: () => readCopy(browser.stored),
      write(copy) {
        browser.stored = copy === null ? null : JSON.stringify(copy);
        for (const tab of browser.tabs) if (tab !== store) tab.adopt(copy === null ? null : structuredClone(copy));
      },
    },
    old: {
      read: () => browser.old,
      forget() {
        browser.old = [];
      },
    },
    async ask() {
      server.asked++;
      if (server.failure !== null) throw server.failure;
      return server.document();
    },
    async send(changes, isFirst) {
      server.sent.push({ changes, isFirst });
      await hold;
      if (server.failure !== null) throw server.failure;
      if (isFirst && server.content !== null) return server.document() as Document;
      const content = { ...server.content };
      for (const { path, value } of changes) content[path.join(".")] = value;
      server.write(content);
      return server.document() as Document;
    },
    failureOf: (error) => error as CallFailure,
    tellRefused: (reason) => refused.push(reason),
    later(work) {
      timers.add(work);
      return () => timers.delete(work);
    },
  });
  browser.tabs.push(store);
  return {
    store,
    refused,
    timers,
    holdAnswers() {
      let release = () => {};
      hold = new Promise((resolve) => {
        release = () => {
          hold = null;
          resolve();
        };
      });
      return release;
    },
    enter: (owner = "1/ann") => {
      store.enter(owner, Promise.resolve(server.document()));
      return settle();
    },
    /** What was put off is done. */
    pass() {
      const due = [...timers];
      timers.clear();
      for (const work of due) work();
      return settle();
    },
  };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));
const dark = { path: ["theme"], value: "dark" };
const away: CallFailure = { kind: "away", reason: "The server cannot be reached." };

let server: Server;
let browser: ReturnType<typeof makeBrowser>;
beforeEach(() => {
  server = makeServer();
  browser = makeBrowser();
});

it("shows what the server has, and what is chosen at once, before it is saved", async () => {
  server.write({ clock: 24 });
  const { store, enter } = openTab(server, browser);
  await enter();
  expect(store.state.shown).toEqual({ clock: 24 });
  store.choose(dark);
  expect(store.state.shown).toEqual({ clock: 24, theme: "dark" });
  await settle();
  expect(server.content).toEqual({ clock: 24, theme: "dark" });
  expect(readCopy(browser.stored)).toMatchObject({ revision: 2, pending: [] });
});

it("sends one after another, and of a property chosen again meanwhile the last", async () => {
  const { store, enter, holdAnswers } = openTab(server, browser);
  await enter();
  const release = holdAnswers();
  store.choose(dark);
  store.choose({ path: ["theme"], value: "light" });
  store.choose({ path: ["clock"], value: 24 });
  expect(server.sent).toHaveLength(1);
  release();
  await settle();
  expect(server.sent.map(({ changes }) => changes)).toEqual([
    [dark],
    [
      { path: ["theme"], value: "light" },
      { path: ["clock"], value: 24 },
    ],
  ]);
  expect(store.state.shown).toEqual({ theme: "light", clock: 24 });
});

it("keeps what is chosen while the server is away, says why, and saves it once it is back", async () => {
  const tab = openTab(server, browser);
  await tab.enter();
  server.failure = away;
  tab.store.choose(dark);
  await settle();
  expect(tab.store.state).toEqual({ shown: { theme: "dark" }, waiting: away.reason });
  expect(tab.timers.size).toBe(1);
  await tab.pass();
  expect(tab.store.state.waiting).toBe(away.reason);
  // A reload meanwhile: the page begins as it was, before anybody is known.
  const reloaded = openTab(server, browser);
  reloaded.store.begin();
  expect(reloaded.store.state.shown).toEqual({ theme: "dark" });
  server.failure = null;
  await tab.pass();
  expect(tab.store.state).toEqual({ shown: { theme: "dark" }, waiting: null });
  expect(server.content).toEqual({ theme: "dark" });
});

it("goes back and says so when the server refuses a choice", async () => {
  server.write({ theme: "light" });
  const { store, refused, enter, timers } = openTab(server, browser);
  await enter();
  server.failure = { kind: "refused", reason: "Too large." };
  store.choose(dark);
  await settle();
  expect(store.state).toEqual({ shown: { theme: "light" }, waiting: null });
  expect([refused, timers.size]).toEqual([["Too large."], 0]);
});

it("moves what the browser had into the first person's document, and shows it to nobody after that", async () => {
  browser.old = [dark];
  const ann = openTab(server, browser);
  ann.store.begin();
  expect(ann.store.state.shown).toEqual({ theme: "dark" });
  await ann.enter();
  expect(server.sent).toEqual([{ changes: [dark], isFirst: true }]);
  expect([server.content, browser.old]).toEqual([{ theme: "dark" }, []]);
  ann.store.leave();
  expect([browser.stored, ann.store.state.shown]).toEqual([null, {}]);
  const other = makeServer();
  const ben = openTab(other, browser);
  ben.store.begin();
  await ben.enter("1/ben");
  expect([ben.store.state.shown, other.sent]).toEqual([{}, []]);
});

it("lets a document that is there be, whatever the browser had", async () => {
  server.write({ theme: "light" });
  browser.old = [dark];
  const { store, enter } = openTab(server, browser);
  await enter();
  expect([store.state.shown, server.sent, browser.old]).toEqual([{ theme: "light" }, [], []]);
});

it("moves it later when the server is away at first, and keeps it until then", async () => {
  browser.old = [dark];
  server.failure = away;
  const tab = openTab(server, browser);
  tab.store.enter("1/ann", Promise.reject(away));
  await settle();
  server.failure = null;
  await tab.pass();
  expect(server.content).toEqual({ theme: "dark" });
});

it("never shows one person what is another's", async () => {
  server.write({ theme: "dark" });
  const tab = openTab(server, browser);
  await tab.enter("1/ann");
  const bens = makeServer();
  const release = tab.holdAnswers();
  tab.store.choose({ path: ["clock"], value: 24 });
  tab.store.enter("1/ben", Promise.resolve(bens.document()));
  expect(tab.store.state.shown).toEqual({});
  release();
  await settle();
  expect(tab.store.state.shown).toEqual({});
  expect(readCopy(browser.stored)).toMatchObject({ owner: "1/ben", content: {}, pending: [] });
});

it("leaves the copy of whoever signed in in another tab", async () => {
  const [first, second] = [openTab(server, browser), openTab(server, browser)];
  await first.enter("1/ann");
  await second.enter("1/ben");
  first.store.leave();
  expect(readCopy(browser.stored)?.owner).toBe("1/ben");
});

it("follows the other tabs at once, and shares with them what waits", async () => {
  const [first, second] = [openTab(server, browser), openTab(server, browser)];
  await first.enter();
  await second.enter();
  server.failure = away;
  first.store.choose(dark);
  expect(second.store.state.shown).toEqual({ theme: "dark" });
  second.store.choose({ path: ["clock"], value: 24 });
  await settle();
  expect(first.store.state.shown).toEqual({ theme: "dark", clock: 24 });
  server.failure = null;
  await second.pass(); // the first one may be closed by now
  expect(server.content).toEqual({ theme: "dark", clock: 24 });
  expect(first.store.state).toEqual({ shown: { theme: "dark", clock: 24 }, waiting: null });
});

it("reads anew at news it does not know yet, and only then", async () => {
  server.write({ theme: "light" });
  const { store, enter } = openTab(server, browser);
  await enter();
  const hear = (revision: number, kind = "personal_settings") => store.hear({ id: 1, kind, revision });
  hear(1);
  hear(7, "montage");
  expect(server.asked).toBe(0);
  server.write({ theme: "dark" });
  hear(2);
  await settle();
  expect([store.state.shown, server.asked]).toEqual([{ theme: "dark" }, 1]);
  server.write({ theme: "light" });
  store.hear(null);
  await settle();
  expect([store.state.shown, server.asked]).toEqual([{ theme: "light" }, 2]);
  store.choose(dark);
  hear(4); // overtakes the answer to the save
  await settle();
  expect([store.state.shown, server.asked]).toEqual([{ theme: "dark" }, 2]);
});

it("reads the old settings as they were stored, and a copy only when it is one", () => {
  const stored: Record<string, string> = { "connect.theme": "dark", "connect.clock": "24", "connect.pace": "never" };
  expect(readOldSettings({ getItem: (key) => stored[key] ?? null })).toEqual([dark, { path: ["clock"], value: 24 }]);
  for (const wrong of [null, "", "{", "[]", "1", '"a"', '{"owner":1}', '{"owner":"a","revision":1,"content":null}'])
    expect(readCopy(wrong)).toBeNull();
});

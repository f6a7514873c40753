import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ConnectionState } from "../../feed/types.ts";
import type { DocumentChanged, PatientsChanged } from "../../protocol/news.ts";
import { makeNews } from "./news.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function world(opener = (open: unknown) => Promise.resolve(open)) {
  const opened: {
    say: (news: PatientsChanged) => void;
    sayOfDocument: (news: DocumentChanged) => void;
    enter: (state: ConnectionState) => void;
    isClosed: boolean;
  }[] = [];
  const news = makeNews({
    url: () => "http://connect.test",
    credentials: () => ({ token: "t", workspaceId: 1 }),
    opener: () =>
      opener((options: { onState(state: ConnectionState): void }) => {
        let state: ConnectionState = "connecting";
        const one = {
          say: ((_) => undefined) as (news: PatientsChanged) => void,
          sayOfDocument: ((_) => undefined) as (news: DocumentChanged) => void,
          enter: (next: ConnectionState) => {
            state = next;
            options.onState(next);
          },
          isClosed: false,
        };
        opened.push(one);
        return {
          socket: {
            on: (event: string, hear: (news: never) => void) => {
              if (event === "patients_changed") one.say = hear as typeof one.say;
              else one.sayOfDocument = hear as typeof one.sayOfDocument;
            },
          },
          get state() {
            return state;
          },
          authorise: () => undefined,
          leave: () => undefined,
          close: () => {
            one.isClosed = true;
          },
        };
      }) as never,
  });
  return { news, opened };
}

/** The script of the socket has come. */
const loaded = () => vi.advanceTimersByTimeAsync(0);

it("opens one socket for all who listen, and closes it a moment after the last", async () => {
  const { news, opened } = world();
  const heard: unknown[] = [];
  const first = news.listen((told) => heard.push(told));
  const second = news.listen((told) => heard.push(told));
  await loaded();
  expect(opened).toHaveLength(1);
  opened[0].say({ patient_keys: [3] });
  expect(heard).toEqual([{ patient_keys: [3] }, { patient_keys: [3] }]);
  first();
  second();
  const third = news.listen(() => undefined); // the next page
  vi.runAllTimers();
  expect(opened).toHaveLength(1);
  third();
  vi.runAllTimers();
  expect(opened[0].isClosed).toBe(true);
  news.listen(() => undefined);
  await loaded();
  expect(opened).toHaveLength(2);
});

it("says after a loss that anything may have changed, and not after the first connection", async () => {
  const { news, opened } = world();
  const heard: unknown[] = [];
  let told = 0;
  news.watch(() => told++);
  news.listen((said) => heard.push(said));
  await loaded();
  expect(news.isConnected()).toBe(false);
  opened[0].enter("connected");
  expect([news.isConnected(), heard.length, told]).toEqual([true, 0, 1]);
  opened[0].enter("disconnected");
  expect(news.isConnected()).toBe(false);
  opened[0].enter("connected");
  expect(heard).toEqual([{ patient_keys: null }]);
});

it("shares the socket with who listens to documents, and tells each what is theirs", async () => {
  const { news, opened } = world();
  const [ofPatients, ofDocuments]: [unknown[], unknown[]] = [[], []];
  const documents = news.listenToDocuments((told) => ofDocuments.push(told));
  const patients = news.listen((told) => ofPatients.push(told));
  await loaded();
  expect(opened).toHaveLength(1);
  opened[0].enter("connected");
  const changed = { id: 3, kind: "personal_settings", revision: 2 };
  opened[0].sayOfDocument(changed);
  expect([ofPatients, ofDocuments]).toEqual([[], [null, changed]]);
  opened[0].enter("disconnected");
  opened[0].enter("connected");
  expect([ofPatients, ofDocuments]).toEqual([[{ patient_keys: null }], [null, changed, null]]);
  news.listenToDocuments((told) => ofDocuments.push(["late", told]))();
  expect(ofDocuments.at(-1)).toEqual(["late", null]);
  patients();
  vi.runAllTimers();
  expect(opened[0].isClosed).toBe(false);
  documents();
  vi.runAllTimers();
  expect(opened[0].isClosed).toBe(true);
});

it("tries again when the server was away and even the socket's script could not be had", async () => {
  let isAway = true;
  const { news, opened } = world((open) => (isAway ? Promise.reject(new Error("away")) : Promise.resolve(open)));
  const end = news.listen(() => undefined);
  await loaded();
  expect(opened).toHaveLength(0);
  isAway = false;
  await vi.runAllTimersAsync();
  expect(opened).toHaveLength(1);
  end();
});

it("opens nothing for who left before the script came", async () => {
  const { news, opened } = world();
  news.listen(() => undefined)();
  await loaded();
  expect(opened).toHaveLength(0);
});

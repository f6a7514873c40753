/** Spec 001 section 4, Prefetch: states and messages; section 8: problems. */
import { describe, expect, it } from "vitest";
import type { PrefetchDirectory, PrefetchProgress } from "../../protocol/prefetch.ts";
import {
  firstState,
  nextState,
  type PrefetchEvent,
  type PrefetchState,
  prefetchMessage,
  prefetchTrouble,
} from "./use-prefetch-state.ts";

const stateAfter = (...events: PrefetchEvent[]): PrefetchState => events.reduce(nextState, firstState);
const told = ({ problems }: PrefetchState) => problems.map(({ kind }) => kind);

const connected: PrefetchEvent = { kind: "connection", state: "connected" };
const lost: PrefetchEvent = { kind: "connection", state: "disconnected" };
const accepted: PrefetchEvent = { kind: "answer", answer: { kind: "accepted", size: 200 } };
const full: PrefetchEvent = {
  kind: "answer",
  answer: { kind: "no_space", size: 200, current_size: 900, max_total_size: 1000 },
};
const refused = (code: "bad_request" | "not_found" | "failed"): PrefetchEvent => ({
  kind: "answer",
  answer: { kind: "refused", code },
});
const progress = (said: Partial<PrefetchProgress> = {}): PrefetchEvent => ({
  kind: "progress",
  progress: {
    prefetch_id: "7",
    finished: false,
    percentage: 0,
    waiting: false,
    prefetched_size: 0,
    error: null,
    ...said,
  },
});
const waiting = progress({ waiting: true });
const finished = progress({ finished: true, percentage: 100, prefetched_size: 200 });
const gone = progress({ error: "This file is no longer available.", gone: true });
const directory = (data_object_id: number, patients_ahead = 0): PrefetchDirectory => ({
  site: "",
  patient_id: "",
  name: "",
  size: 200,
  data_object_id,
  in_queue_order: 1,
  patients_ahead,
  percent_loaded: 0,
  disabled: true,
  error: null,
});
const queue = (...directories: PrefetchDirectory[]): PrefetchEvent => ({ kind: "queue", dataObjectId: 7, directories });
const queueIs = (directories: "unreachable" | "failed"): PrefetchEvent => ({
  kind: "queue",
  dataObjectId: 7,
  directories,
});
const inventory = (...directories: PrefetchDirectory[]): PrefetchEvent => ({
  kind: "inventory",
  dataObjectId: 7,
  inventory: { directories, current_size: 0, unseen_size: 0, max_total_size: 1000 },
});
const again: PrefetchEvent = { kind: "again" };
const skip: PrefetchEvent = { kind: "skip" };

it("goes from setting up over waiting and loading to the loaded files", () => {
  const way: [PrefetchEvent, string][] = [
    [connected, "Setting up files..."],
    [accepted, "Setting up files..."],
    [waiting, "Setting up files..."],
    [queue(directory(3), directory(7, 2)), "Waiting to preload data... 2 patients ahead in queue"],
    [queue(directory(7, 1)), "Waiting to preload data... 1 patient ahead in queue"],
    [progress({ percentage: 43 }), "Preloading data 43%"],
    [finished, "Files loaded"],
  ];
  let state = firstState;
  expect(prefetchMessage(state)).toBe("Setting up files...");
  for (const [event, message] of way) {
    state = nextState(state, event);
    expect(prefetchMessage(state)).toBe(message);
    expect(prefetchTrouble(state)).toBeNull();
  }
  expect([state.stage, state.size, state.problems]).toEqual(["finished", 200, []]);
});

describe("the queue", () => {
  it("may miss the recording once, not twice in a row, and says so once", () => {
    expect(told(stateAfter(connected, accepted, waiting, queue()))).toEqual([]);
    expect(told(stateAfter(connected, accepted, waiting, queue(), queue(directory(7)), queue()))).toEqual([]);
    expect(told(stateAfter(connected, accepted, waiting, queue(), queue(), queue()))).toEqual(["position"]);
  });

  it("leaves no old place on the screen", () => {
    for (const event of [queue(), queueIs("failed"), queueIs("unreachable"), lost])
      expect(prefetchMessage(stateAfter(connected, accepted, waiting, queue(directory(7, 2)), event))).toBe(
        "Setting up files...",
      );
  });

  it("that fails is a problem, told once; a server that is away is not", () => {
    expect(told(stateAfter(connected, waiting, queueIs("failed"), queueIs("failed")))).toEqual(["queue"]);
    expect(told(stateAfter(connected, waiting, queueIs("unreachable"), queueIs("unreachable")))).toEqual([]);
  });

  it("says nothing any more once the recording is being loaded", () => {
    expect(told(stateAfter(connected, waiting, queue(), progress(), queue(), queueIs("failed")))).toEqual([]);
  });
});

describe("a refusal", () => {
  it("for space stops, tells the sizes, and begins anew when asked again", () => {
    const stopped = stateAfter(connected, full);
    expect([stopped.stage, stopped.refusal, prefetchMessage(stopped)]).toEqual(["stop", "no_space", "Not preloaded"]);
    expect(stopped.problems).toEqual([{ kind: "space", size: 200, current: 900, max: 1000 }]);
    const asked = nextState(nextState(stopped, { kind: "read" }), again);
    expect([asked.stage, asked.connection, asked.problems]).toEqual(["start", "connected", []]);
    expect(told(nextState(asked, full))).toEqual(["space"]);
    expect(nextState(nextState(asked, accepted), finished).stage).toBe("finished");
  });

  it("that a new connection repeats is not told again, and its acceptance goes on", () => {
    const stopped = stateAfter(connected, full, { kind: "read" }, lost, connected, full);
    expect(told(stopped)).toEqual([]);
    expect(nextState(stopped, accepted)).toMatchObject({ stage: "start", refusal: null });
  });

  it("because the server could not tell is a problem of the inventory; of an unknown file there is nothing to tell", () => {
    expect(told(stateAfter(connected, refused("failed")))).toEqual(["inventory"]);
    for (const code of ["bad_request", "not_found"] as const)
      expect(stateAfter(connected, refused(code))).toMatchObject({ stage: "stop", refusal: code, problems: [] });
  });

  it("says why as long as it stands, and nothing of it when asked again", () => {
    const reasons: [PrefetchEvent, string][] = [
      [full, "There is not enough space to preload this file."],
      [refused("not_found"), "This file is no longer available."],
      [refused("failed"), "The server could not reserve this file. Please try again."],
      [refused("bad_request"), "The server could not reserve this file. Please try again."],
      [gone, "This file is no longer available."],
    ];
    for (const [event, reason] of reasons) {
      const stopped = stateAfter(connected, accepted, progress({ percentage: 43 }), event, { kind: "read" });
      expect([prefetchMessage(stopped), prefetchTrouble(stopped)]).toEqual(["Not preloaded", reason]);
      const asked = nextState(stopped, again);
      expect([prefetchMessage(asked), prefetchTrouble(asked)]).toEqual(["Setting up files...", null]);
    }
  });

  it("of a recording that goes while it loads ends what was told of it, unless the review is open", () => {
    const stopped = stateAfter(connected, accepted, waiting, queue(directory(7, 2)), gone);
    expect(stopped).toMatchObject({
      stage: "stop",
      refusal: "gone",
      progress: null,
      patientsAhead: null,
      problems: [],
    });
    expect(nextState(nextState(stopped, again), finished).stage).toBe("finished");
    expect(stateAfter(connected, accepted, finished, gone).stage).toBe("finished");
  });
});

describe("trouble", () => {
  it("is a lost connection, a session that is over, or what the server says about the copy", () => {
    const loading = [connected, accepted, progress({ percentage: 43 })] as const;
    expect(prefetchTrouble(stateAfter(...loading, lost))).toMatch(/^The server cannot be reached/);
    expect(prefetchTrouble(stateAfter(...loading, { kind: "connection", state: "unauthorised" }))).toMatch(
      /^The session/,
    );
    expect(prefetchTrouble(stateAfter(...loading, progress({ error: "The server's disk is full." })))).toBe(
      "The server's disk is full.",
    );
  });

  it("takes the percentage of before with it", () => {
    const state = stateAfter(connected, accepted, progress({ percentage: 43 }), lost);
    expect(prefetchMessage(state)).toBe("Setting up files...");
    expect(prefetchMessage([connected, accepted, progress({ percentage: 50 })].reduce(nextState, state))).toBe(
      "Preloading data 50%",
    );
  });
});

describe("a review that is open", () => {
  it("is not touched by what the socket says later", () => {
    for (const over of [[finished], [skip]]) {
      const open = stateAfter(connected, accepted, ...over);
      const later = [lost, connected, full, refused("failed"), progress(), waiting, queue(), again].reduce(
        nextState,
        open,
      );
      expect([later.stage, later.problems, prefetchTrouble(later)]).toEqual([open.stage, [], null]);
    }
  });

  it("learns that its file is missing among those that are kept, or that this is not known", () => {
    expect(told(stateAfter(connected, finished, inventory(directory(7))))).toEqual([]);
    expect(told(stateAfter(connected, finished, inventory(directory(3))))).toEqual(["preloaded"]);
    expect(told(stateAfter(connected, finished, { kind: "inventory", dataObjectId: 7, inventory: null }))).toEqual([
      "inventory",
    ]);
  });
});

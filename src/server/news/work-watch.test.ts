import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Followed, WorkPiece } from "./work-rows.ts";
import { type Follower, type WorkDiff, WorkWatch } from "./work-watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const piece = (more: Partial<WorkPiece> = {}): WorkPiece => ({
  kind: "import",
  id: 1,
  patientKey: 7,
  workspaceId: 1,
  projectId: 2,
  siteId: 3,
  userId: null,
  progress: 0,
  etaMs: null,
  mark: "",
  ...more,
});

const heldBy = (patients: number[], uploads: number[] = []): Followed => ({
  patients: new Set(patients),
  uploads: new Set(uploads),
});

/** A database whose pieces are set, and one who follows. */
function world(followed = heldBy([7])) {
  const logged: string[] = [];
  const made = { pieces: [] as WorkPiece[], isAway: false, looks: [] as number[], logged };
  const log = {
    info: (_: object, event: string) => logged.push(event),
    warn: (_: object, e: string) => logged.push(e),
  };
  const watch = new WorkWatch({
    read: async () => {
      made.looks.push(Date.now());
      if (made.isAway) throw new Error("away");
      return made.pieces;
    },
    log,
    nowMs: () => Date.now(),
  });
  const heard: WorkDiff[] = [];
  const follower = { followed, tell: (diff: WorkDiff) => heard.push(diff) } satisfies Follower;
  return { made, watch, heard, follower, leave: watch.join(follower) };
}
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const idsOf = ({ moved, changed }: WorkDiff) => [moved.map(({ id }) => id), changed.map(({ id }) => id)];

it("looks once when somebody begins to follow, and tells changes from then on", async () => {
  const { made, watch, heard } = world();
  made.pieces = [piece({ progress: 0.1 })];
  const caughtUp = watch.catchUp();
  await after(0);
  await caughtUp;
  expect(heard).toEqual([]);
  made.pieces = [piece({ progress: 0.2 }), piece({ id: 2 })];
  await after(1000);
  expect(heard.map(idsOf)).toEqual([[[1], [2]]]);
  made.pieces = [piece({ progress: 0.2, mark: "other" })];
  await after(1000);
  expect(heard.map(idsOf).at(-1)).toEqual([[], [1, 2]]);
});

it("tells of nothing that nobody followed before, and of who left no more", async () => {
  const { made, watch, heard, follower, leave } = world();
  void watch.catchUp();
  await after(0);
  follower.followed = heldBy([7, 8]);
  made.pieces = [piece({ id: 4, patientKey: 8 })];
  void watch.catchUp();
  await after(1000);
  expect(heard).toEqual([]);
  follower.followed = heldBy([7]);
  made.pieces = [];
  void watch.catchUp();
  await after(1000);
  expect(heard).toEqual([]);
  leave();
  const { length } = made.looks;
  await after(60_000);
  expect(made.looks).toHaveLength(length);
});

it("adds small steps up to a thousandth, and tells when the words of the time left change", async () => {
  const { made, watch, heard } = world();
  made.pieces = [piece({ etaMs: 600_000 })];
  void watch.catchUp();
  await after(0);
  for (const progress of [0.0004, 0.0008, 0.0012]) {
    made.pieces = [piece({ progress, etaMs: 600_000 })];
    watch.nudge();
    await after(1000);
  }
  expect(heard.map(({ moved }) => moved.map(({ progress }) => progress))).toEqual([[0.0012]]);
  made.pieces = [piece({ progress: 0.0012, etaMs: 480_000 })];
  watch.nudge();
  await after(1000);
  expect(heard).toHaveLength(2);
});

it("looks each second while work moves or the bus says so, and rests else", async () => {
  const { made, watch } = world();
  made.pieces = [piece()];
  void watch.catchUp();
  await after(0);
  for (let k = 1; k <= 5; k++) {
    made.pieces = [piece({ progress: k / 10 })];
    await after(1000);
  }
  expect(made.looks).toHaveLength(6);
  await after(20_000); // one finds nothing new, and then every five seconds
  expect(made.looks.length).toBeLessThanOrEqual(11);
  const { length } = made.looks;
  for (let k = 0; k < 100; k++) watch.nudge();
  await after(1000);
  expect(made.looks).toHaveLength(length + 1);
});

it("lets who begins to follow wait until the database answers, and says so once each way", async () => {
  const { made, watch } = world();
  made.isAway = true;
  let isThere = false;
  void watch.catchUp().then(() => {
    isThere = true;
  });
  await after(30_000);
  expect([isThere, made.logged]).toEqual([false, ["work.unread"]]);
  made.isAway = false;
  await after(5000);
  expect([isThere, made.logged]).toEqual([true, ["work.unread", "work.again"]]);
});

it("looks at most five times a second, however many begin to follow", async () => {
  const { made, watch } = world();
  for (let k = 0; k < 100; k++) {
    void watch.catchUp();
    await after(10);
  }
  expect(made.looks.length).toBeLessThanOrEqual(6);
});

it("follows an own upload that has no patient", async () => {
  const { made, watch, heard } = world(heldBy([], [5]));
  const upload = piece({ kind: "upload", id: 5, patientKey: null, userId: 9, mark: "UPLOADING" });
  made.pieces = [upload];
  void watch.catchUp();
  await after(0);
  made.pieces = [{ ...upload, patientKey: 3, mark: "PROCESSING" }];
  await after(1000);
  made.pieces = [];
  await after(1000);
  expect(heard.map(idsOf)).toEqual([
    [[], [5]],
    [[], [5]],
  ]);
});

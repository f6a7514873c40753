import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ConnectionState } from "../../feed/types.ts";
import type { AnnotationsMoved, FollowAnnotations } from "../../protocol/annotation-log.ts";
import type { ReviewsMoved } from "../../protocol/annotation-reviews.ts";
import type { DocumentChanged, PatientsChanged } from "../../protocol/news.ts";
import { newsLimits } from "../../protocol/news.ts";
import type { FollowWork, WorkNews } from "../../protocol/progress.ts";
import { makeNews } from "./news.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function world(opener = (open: unknown) => Promise.resolve(open)) {
  const opened: {
    say: (news: PatientsChanged) => void;
    sayOfDocument: (news: DocumentChanged) => void;
    sayOfWork: (news: WorkNews) => void;
    sayOfAnnotations: (news: AnnotationsMoved) => void;
    sayOfReviews: (news: ReviewsMoved) => void;
    enter: (state: ConnectionState) => void;
    /** What it was told is followed, with what answers that. */
    followed: [FollowWork, () => void][];
    followedAnnotations: [FollowAnnotations, () => void][];
    isClosed: boolean;
  }[] = [];
  const sight = { isSeen: true };
  const news = makeNews({
    isSeen: () => sight.isSeen,
    url: () => "http://connect.test",
    credentials: () => ({ token: "t", workspaceId: 1 }),
    opener: () =>
      opener((options: { onState(state: ConnectionState): void }) => {
        let state: ConnectionState = "connecting";
        const one = {
          say: ((_) => undefined) as (news: PatientsChanged) => void,
          sayOfDocument: ((_) => undefined) as (news: DocumentChanged) => void,
          sayOfWork: ((_) => undefined) as (news: WorkNews) => void,
          sayOfAnnotations: ((_) => undefined) as (news: AnnotationsMoved) => void,
          sayOfReviews: ((_) => undefined) as (news: ReviewsMoved) => void,
          followed: [] as [FollowWork, () => void][],
          followedAnnotations: [] as [FollowAnnotations, () => void][],
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
              else if (event === "progress") one.sayOfWork = hear as typeof one.sayOfWork;
              else if (event === "annotations_moved") one.sayOfAnnotations = hear as typeof one.sayOfAnnotations;
              else if (event === "reviews_moved") one.sayOfReviews = hear as typeof one.sayOfReviews;
              else one.sayOfDocument = hear as typeof one.sayOfDocument;
            },
            emit: (event: string, what: never, answer: () => void) =>
              (event === "follow_work" ? one.followed : one.followedAnnotations).push([what, answer]),
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
  return { news, opened, sight };
}

/** The script of the socket has come. */
const loaded = () => vi.advanceTimersByTimeAsync(0);
/** Long enough to try again, and for a socket that nobody listens to. */
const rest = () => vi.advanceTimersByTime(15_000);
const follow = (patient_keys: number[], upload_ids: number[] = []): FollowWork => ({ patient_keys, upload_ids });

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
  rest();
  expect(opened).toHaveLength(1);
  third();
  rest();
  expect(opened[0].isClosed).toBe(true);
  news.listen(() => undefined);
  await loaded();
  expect(opened).toHaveLength(2);
});

it("says after a loss that anything may have changed, and not after the first connection", async () => {
  const { news, opened } = world();
  const heard: unknown[] = [];
  news.listen((said) => heard.push(said));
  await loaded();
  opened[0].enter("connected");
  expect(heard).toEqual([]);
  opened[0].enter("disconnected");
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
  rest();
  expect(opened[0].isClosed).toBe(false);
  documents();
  rest();
  expect(opened[0].isClosed).toBe(true);
});

it("tries again when the server was away and even the socket's script could not be had", async () => {
  let isAway = true;
  const { news, opened } = world((open) => (isAway ? Promise.reject(new Error("away")) : Promise.resolve(open)));
  const end = news.listen(() => undefined);
  await loaded();
  expect(opened).toHaveLength(0);
  isAway = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(opened).toHaveLength(1);
  end();
});

it("opens nothing for who left before the script came", async () => {
  const { news, opened } = world();
  news.listen(() => undefined)();
  await loaded();
  expect(opened).toHaveLength(0);
});

it("asks every 30 seconds while there is no socket and somebody sees the page, and never with it", async () => {
  const { news, opened, sight } = world();
  const [heard, ofWork]: [unknown[], WorkNews[]] = [[], []];
  const ends = [
    news.listen((said) => heard.push(said)),
    news.followWork(follow([1], [5]), (said) => ofWork.push(said)),
  ];
  await vi.advanceTimersByTimeAsync(newsLimits.withoutMs);
  expect([heard, ofWork]).toEqual([[{ patient_keys: null }], [{ moved: [], upload_ids: [5] }]]);
  sight.isSeen = false;
  await vi.advanceTimersByTimeAsync(newsLimits.withoutMs);
  sight.isSeen = true;
  opened[0].enter("connected");
  await vi.advanceTimersByTimeAsync(10 * newsLimits.withoutMs);
  expect(heard).toHaveLength(2); // once more because it is there after it was not
  opened[0].enter("unauthorised");
  await vi.advanceTimersByTimeAsync(newsLimits.withoutMs);
  expect(heard).toHaveLength(3);
  for (const end of ends) end();
  await vi.advanceTimersByTimeAsync(10 * newsLimits.withoutMs);
  expect(heard).toHaveLength(3);
});

it("tells the server in one message what all follow, and reads anew what is new to it once it answers", async () => {
  const { news, opened } = world();
  const [heard, ofWork]: [unknown[], WorkNews[]] = [[], []];
  news.listen((said) => heard.push(said));
  const first = news.followWork(follow([1, 2]), (said) => ofWork.push(said));
  const second = news.followWork(follow([2, 3], [9]), () => undefined);
  await loaded();
  const [socket] = opened;
  expect(socket.followed).toEqual([]);
  socket.enter("connected");
  await loaded();
  expect(socket.followed.map(([what]) => what)).toEqual([follow([1, 2, 3], [9])]);
  expect(heard).toEqual([]);
  socket.followed[0][1]();
  expect([heard, ofWork]).toEqual([[{ patient_keys: [1, 2, 3] }], [{ moved: [], upload_ids: [9] }]]);
  second();
  const third = news.followWork(follow([4]), () => undefined);
  await loaded();
  expect(socket.followed.map(([what]) => what).slice(1)).toEqual([follow([1, 2, 4])]);
  socket.followed[1][1]();
  expect(heard.slice(1)).toEqual([{ patient_keys: [4] }]);
  const moved: WorkNews = { moved: [{ kind: "import", id: 1, progress: 0.5, eta_ms: null }], upload_ids: [] };
  socket.sayOfWork(moved);
  expect(ofWork.at(-1)).toEqual(moved);
  first();
  third();
  await loaded();
  expect(socket.followed.at(-1)?.[0]).toEqual(follow([]));
  const { length } = heard;
  socket.followed.at(-1)?.[1]();
  expect(heard).toHaveLength(length);
});

it("follows anew on the next connection, and reads what it may have missed", async () => {
  const { news, opened } = world();
  const heard: unknown[] = [];
  news.listen((said) => heard.push(said));
  news.followWork(follow([1]), () => undefined);
  await loaded();
  const [socket] = opened;
  for (const state of ["connected", "disconnected", "connected"] as const) {
    socket.enter(state);
    await loaded();
  }
  expect(socket.followed.map(([what]) => what)).toEqual([follow([1]), follow([1])]);
  expect(heard).toEqual([{ patient_keys: null }]);
  socket.followed[1][1]();
  expect(heard).toEqual([{ patient_keys: null }, { patient_keys: [1] }]);
});

it("names no more to the server than it takes", async () => {
  const { news, opened } = world();
  news.followWork(
    follow(
      Array.from({ length: 500 }, (_, k) => k + 1),
      Array.from({ length: 50 }, (_, k) => k + 1),
    ),
    () => undefined,
  );
  await loaded();
  opened[0].enter("connected");
  await loaded();
  const [[{ patient_keys, upload_ids }]] = opened[0].followed;
  expect([patient_keys.length, upload_ids.length]).toEqual([100, 16]);
});

it("follows the annotations of recordings on each connection, and tells each what is theirs", async () => {
  const { news, opened } = world();
  const heard: unknown[] = [];
  const leave = news.followAnnotations(5, (sequence) => heard.push(sequence));
  await loaded();
  opened[0].enter("connected");
  const [[what, answer]] = opened[0].followedAnnotations;
  expect(what).toEqual({ data_object_ids: [5] });
  expect(heard).toEqual([]);
  // What was missed until the server began to tell is asked for.
  answer();
  opened[0].sayOfAnnotations({ data_object_id: 5, sequence: 7 });
  opened[0].sayOfAnnotations({ data_object_id: 6, sequence: 8 });
  opened[0].sayOfAnnotations(null);
  expect(heard).toEqual([null, 7, null]);
  opened[0].enter("disconnected");
  opened[0].enter("connected");
  expect(opened[0].followedAnnotations).toHaveLength(2);
  leave();
  expect(opened[0].followedAnnotations.at(-1)?.[0]).toEqual({ data_object_ids: [] });
});

it("follows reviews with the annotations that they are of", async () => {
  const { news, opened } = world();
  const heard: unknown[] = [];
  news.followAnnotations(5, () => undefined);
  const leave = news.followReviews(6, (revision) => heard.push(revision));
  await loaded();
  opened[0].enter("connected");
  const [[what, answer]] = opened[0].followedAnnotations;
  expect(what).toEqual({ data_object_ids: [5, 6] });
  answer();
  opened[0].sayOfReviews({ data_object_id: 6, revision: 7 });
  opened[0].sayOfReviews({ data_object_id: 5, revision: 8 });
  opened[0].sayOfReviews(null);
  opened[0].sayOfAnnotations({ data_object_id: 6, sequence: 9 });
  expect(heard).toEqual([null, 7, null]);
  leave();
  expect(opened[0].followedAnnotations.at(-1)?.[0]).toEqual({ data_object_ids: [5] });
});

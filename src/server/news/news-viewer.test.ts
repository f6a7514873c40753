import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Session } from "../platform/http/caller.ts";
import { NewsViewer } from "./news-viewer.ts";
import type { WorkPiece } from "./work-rows.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const session = (...permissions: string[]): Session =>
  ({ workspaceId: 1, userId: 9, permissions: new Set(permissions) }) as unknown as Session;
const piece = (more: Partial<WorkPiece> = {}): WorkPiece => ({
  kind: "import",
  id: 5,
  patientKey: 7,
  workspaceId: 1,
  projectId: 2,
  siteId: 3,
  userId: null,
  progress: 0.5,
  etaMs: null,
  mark: "",
  ...more,
});

/** One who follows patient 7; `places` is what the database says of them, and when. */
function world() {
  const sent: unknown[] = [];
  const made = { sent, places: async () => ({ projectIds: [2], siteIds: [3] }) };
  const viewer = new NewsViewer({
    db: { execute: async () => ({ rows: [await made.places()] }) } as never,
    recent: () => [],
    sendPatients: (news) => sent.push(news),
    sendWork: ({ moved }) => sent.push(moved.map(({ id }) => id)),
    isCongested: () => false,
  });
  viewer.follow({ patient_keys: [7], upload_ids: [] });
  return { made, sent, viewer };
}
const second = () => vi.advanceTimersByTimeAsync(1000);

it("is told nothing of work before it is known what they may see, and then what is theirs and followed", async () => {
  const { viewer, sent } = world();
  viewer.tell({ moved: [piece()], changed: [piece({ id: 6 })] });
  await second();
  expect(sent).toEqual([]);
  await viewer.know(session("visualize_data"));
  await viewer.isKnown;
  const foreign = [{ patientKey: 8 }, { workspaceId: 2 }, { projectId: 9 }, { siteId: 9 }, { kind: "upload" as const }];
  viewer.tell({
    moved: [...foreign.map((more, k) => piece({ ...more, id: 20 + k })), piece()],
    changed: foreign.slice(0, 4).map(piece),
  });
  await second();
  expect(sent).toEqual([[5]]);
  viewer.tell({ moved: [], changed: [piece()] });
  expect(sent.slice(1)).toEqual([{ patient_keys: [7] }]);
});

it("is told nothing of what waited, or came meanwhile, from the moment on in which they may have lost the right", async () => {
  const { viewer, sent } = world();
  await viewer.know(session("visualize_data"));
  viewer.tell({ moved: [piece()], changed: [] });
  viewer.tell({ moved: [piece({ id: 6 })], changed: [] }); // waits for its second
  viewer.forget();
  viewer.tell({ moved: [piece({ id: 7 })], changed: [piece({ id: 8 })] });
  await second();
  expect(sent).toEqual([[5], { patient_keys: null }]);
  await viewer.know(session("upload_data"));
  viewer.tell({ moved: [piece({ id: 9 })], changed: [piece({ id: 10 })] });
  await second();
  expect(sent.slice(2)).toEqual([{ patient_keys: null }]);
});

it("goes by the newest answer, whichever comes last", async () => {
  const { viewer, sent, made } = world();
  let answer: (places: { projectIds: number[]; siteIds: number[] }) => void = () => undefined;
  made.places = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const late = viewer.know(session("visualize_data"));
  made.places = async () => ({ projectIds: [2], siteIds: [] });
  await viewer.know(session("visualize_data"));
  answer({ projectIds: [2], siteIds: [3] });
  await late;
  viewer.tell({ moved: [piece()], changed: [piece()] });
  await second();
  expect(sent).toEqual([]);
});

it("is told nothing while the database does not say what they may see", async () => {
  const { viewer, sent, made } = world();
  made.places = () => Promise.reject(new Error("away"));
  await viewer.know(session("visualize_data"));
  viewer.tell({ moved: [piece()], changed: [piece()] });
  await second();
  expect(sent).toEqual([{ patient_keys: null }]);
});

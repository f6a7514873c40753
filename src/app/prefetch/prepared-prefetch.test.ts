import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PrefetchSocket, PrefetchSocketOptions } from "./prefetch-socket.ts";
import { preparePrefetch, takePrefetch } from "./prepared-prefetch.ts";

const world = vi.hoisted(() => ({ opened: [] as { options: PrefetchSocketOptions; socket: PrefetchSocket }[] }));
vi.mock("./prefetch-socket.ts", () => ({
  openPrefetch: (options: PrefetchSocketOptions) => {
    const socket = { ask: vi.fn(), authorise: vi.fn(), close: vi.fn() };
    world.opened.push({ options, socket });
    return socket;
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  world.opened = [];
});
afterEach(() => {
  vi.advanceTimersByTime(10_000); // whatever is held is let go
  vi.useRealTimers();
});

const wanted = (dataObjectId = 7, token = "good") => ({
  url: "http://connect.test",
  credentials: { token, workspaceId: 3 },
  dataObjectId,
});
const accepted = { kind: "accepted", size: 5 } as const;
const heardBy = () => {
  const heard: unknown[] = [];
  const options = { onState: heard.push.bind(heard), onAnswer: heard.push.bind(heard), onProgress: () => {} };
  return { heard, options };
};

it("hands over what was begun and what was said of it, in order, and what is said later", () => {
  preparePrefetch(wanted());
  const [{ options, socket }] = world.opened;
  options.onState("connecting");
  options.onState("connected");
  const page = heardBy();
  expect(takePrefetch({ ...wanted(), ...page.options })).toBe(socket);
  expect(page.heard).toEqual(["connecting", "connected"]);
  options.onAnswer(accepted);
  expect(page.heard.at(-1)).toEqual(accepted);
  vi.advanceTimersByTime(60_000);
  expect(socket.close).not.toHaveBeenCalled();
  // It has one owner.
  expect(takePrefetch({ ...wanted(), ...heardBy().options })).not.toBe(socket);
});

it("lets go of what the page does not ask for: another recording, or another session", () => {
  for (const other of [wanted(8), wanted(7, "new")]) {
    preparePrefetch(wanted());
    const { socket } = world.opened.at(-1) as (typeof world.opened)[number];
    expect(takePrefetch({ ...other, ...heardBy().options })).not.toBe(socket);
    expect(socket.close).toHaveBeenCalledOnce();
    expect(world.opened.at(-1)?.options.dataObjectId).toBe(other.dataObjectId);
  }
});

it("lets go of what no page comes for", () => {
  preparePrefetch(wanted());
  vi.advanceTimersByTime(9_999);
  const [{ socket }] = world.opened;
  expect(socket.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(socket.close).toHaveBeenCalledOnce();
  expect(takePrefetch({ ...wanted(), ...heardBy().options })).not.toBe(socket);
});

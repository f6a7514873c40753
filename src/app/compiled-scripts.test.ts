// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { judged, judgeScripts } from "./compiled-scripts.ts";

const file = "http://localhost/assets/start-1.js";
const streamed = (ms: number) => ({ file, ms, isKept: false, isFetched: false });
const kept = (ms: number) => ({ ...streamed(ms), isKept: true });

it("remembers how long scripts take that are compiled while they arrive, not what the network took", () => {
  expect(judged(null, streamed(400))).toEqual({ next: { file, ms: 400 }, isLost: false });
  expect(judged({ file, ms: 400 }, { ...streamed(90), isFetched: true })).toEqual({
    next: { file, ms: 400 },
    isLost: false,
  });
  expect(judged({ file: "an earlier build's", ms: 400 }, { ...streamed(90), isFetched: true }).next).toBeNull();
});

it("finds scripts lost that were to be kept and are not quicker, where it knows how quick the others are", () => {
  expect(judged({ file, ms: 400 }, kept(120))).toEqual({ next: { file, ms: 400 }, isLost: false });
  expect(judged({ file, ms: 400 }, kept(410))).toEqual({ next: { file, ms: 400 }, isLost: true });
  expect(judged({ file: "an earlier build's", ms: 400 }, kept(410))).toEqual({ next: null, isLost: false });
  expect(judged(null, kept(410)).isLost).toBe(false);
});

const cookies: string[] = [];

beforeEach(() => {
  cookies.length = 0;
  vi.spyOn(document, "cookie", "set").mockImplementation((text) => cookies.push(text));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const arrives = (responseEnd: number) =>
  vi
    .spyOn(performance, "getEntriesByName")
    .mockReturnValue([{ responseEnd, transferSize: 0 } as PerformanceResourceTiming]);

it("asks the server for scripts that are compiled while they arrive once nothing was kept", () => {
  arrives(-1e6);
  judgeScripts(file);
  expect(JSON.parse(localStorage.getItem("connect.scripts") ?? "")).toMatchObject({ file });
  document.head.innerHTML = '<link rel="preload" as="script" href="/assets/start-1.js">';
  arrives(-1e3);
  judgeScripts(file);
  expect(cookies).toEqual([]);
  arrives(-2e6);
  judgeScripts(file);
  expect(cookies).toEqual(["connect_streams=1; Path=/; Max-Age=86400; SameSite=Strict"]);
});

it("leaves the count to the server where storage is blocked", () => {
  arrives(-1e6);
  const getItem = () => {
    throw new Error("blocked");
  };
  vi.stubGlobal("localStorage", { getItem });
  judgeScripts(file);
  expect(cookies).toEqual([]);
});

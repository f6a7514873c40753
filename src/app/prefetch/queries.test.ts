import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { session } from "../session/state.ts";
import { inventoryQuery } from "./queries.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("fails when no answer comes, so that an old amount is not shown for good", async () => {
  const late = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
  vi.spyOn(session, "token", "get").mockReturnValue("t");
  vi.stubGlobal("fetch", (_url: string, { signal }: RequestInit) => {
    queueMicrotask(() => late.abort(new DOMException("late", "TimeoutError")));
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
  await expect(new QueryClient().fetchQuery({ ...inventoryQuery, retry: false })).rejects.toThrow("late");
});

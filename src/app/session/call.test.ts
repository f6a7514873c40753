// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { updateWindowProperties } from "../../protocol/displays.ts";
import { serverText } from "../../protocol/text/server-text.ts";
import { text } from "../../protocol/text/text.ts";
import { ApiFailure, call, callOnLeaving, canOutlivePage, reasonOf, reasonOnce, ServerUnreachable } from "./call.ts";
import { session } from "./state.ts";

const bodyWith = (value: string) => ({
  version: 1 as const,
  layout_id: 1,
  updates: [{ display_id: 1, window_id: "a", componentId: "eeg_montage", version: 1, property_name: "HFF", value }],
});
/** What was sent, and how it is answered. */
const sent: { keepalive: boolean; answer: (response: Response) => void; fail: (error: Error) => void }[] = [];
beforeEach(() => {
  session.token = "t";
  vi.stubGlobal("fetch", (_: string, { keepalive = false }: RequestInit) => {
    return new Promise<Response>((answer, fail) => {
      sent.push({ keepalive, answer, fail });
    });
  });
});
afterEach(() => {
  session.token = null;
  sent.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const kept = () => sent.map(({ keepalive }) => keepalive);
const answerAll = () => {
  for (const { answer } of sent) answer(new Response("{}"));
};

it("keeps calls alive that are made as the page goes, and no others of a hidden tab", async () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const calls = [call(updateWindowProperties, bodyWith("")), callOnLeaving(updateWindowProperties, bodyWith(""))];
  expect(kept()).toEqual([false, true]);
  answerAll();
  await Promise.all(calls);
});

it("counts bytes, of all that is on its way", async () => {
  const third = "\u20ac".repeat(6000);
  expect(canOutlivePage([third, third])).toBe(true);
  expect(canOutlivePage([third, third, third])).toBe(false);
  const calls = [1, 2, 3].map(() => callOnLeaving(updateWindowProperties, bodyWith(third)));
  expect(kept()).toEqual([true, true, false]);
  expect(canOutlivePage([third])).toBe(false);
  answerAll();
  await Promise.all(calls);
  expect(canOutlivePage([third, third])).toBe(true);
});

it("sends once more without it what the browser does not keep alive", async () => {
  const answer = callOnLeaving(updateWindowProperties, bodyWith(""));
  sent[0].fail(new TypeError("Failed to fetch"));
  await vi.waitFor(() => expect(kept()).toEqual([true, false]));
  sent[1].fail(new TypeError("Failed to fetch"));
  await expect(answer).rejects.toThrow(ServerUnreachable);
  expect(kept()).toEqual([true, false]);
});

it("does not say that it tries again of a call that nobody makes again", () => {
  const away = new ApiFailure(503, serverText.databaseAway, 5);
  expect(reasonOf(away)).toBe("The database is away, trying again.");
  expect(reasonOnce(away)).toBe("The server cannot answer at the moment. Please try again.");
  const taken = new ApiFailure(409, "A site with this Site ID already exists.");
  expect(reasonOnce(taken)).toBe(taken.message);
});

it("never shows the page of a proxy as the server's words", async () => {
  const answerOf = async (response: Response) => {
    const asked = call(updateWindowProperties, bodyWith("")).catch((error: unknown) => error);
    sent.pop()?.answer(response);
    return asked;
  };
  const page = (status: number) =>
    new Response("<html><title>Bad Gateway</title></html>", { status, headers: { "content-type": "text/html" } });
  expect(await answerOf(page(200))).toBeInstanceOf(ServerUnreachable);
  for (const [response, words] of [
    [page(502), text.failed.unreachable],
    [new Response(null, { status: 504 }), text.failed.unreachable],
    [page(413), text.failed.foreign(413)],
    [new Response("<html></html>", { status: 403 }), text.failed.foreign(403)],
    [new Response("Taken.", { status: 409 }), "Taken."],
    [new Response("Taken.", { status: 409, headers: { "content-type": "" } }), "Taken."],
  ] as const)
    expect(await answerOf(response)).toEqual(new ApiFailure(response.status, words));
});

it("says that the server cannot be reached when its answer breaks off", async () => {
  const broken = (status: number) => {
    const response = new Response('{"data": [', { status, headers: { "content-type": "application/json" } });
    // As browsers do.
    response.json = response.text = () => Promise.reject(new TypeError("network error"));
    return response;
  };
  for (const response of [broken(200), broken(400), new Response('{"data": [')]) {
    const asked = call(updateWindowProperties, bodyWith("")).catch((error: unknown) => error);
    sent.pop()?.answer(response);
    expect(await asked).toBeInstanceOf(ServerUnreachable);
  }
});

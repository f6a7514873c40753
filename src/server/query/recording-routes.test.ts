/** Annotations of files, which may be half a million: sent as they lie there, one file of a user at a time. */
import fastify from "fastify";
import { expect, it } from "vitest";
import { getFileAnnotations } from "../../protocol/routes.ts";
import { noReadings } from "../platform/health/readings.ts";
import { routeHost } from "../platform/http/routes.ts";
import { addRecordingRoutes } from "./recording-routes.ts";

/** As stored, with a space that no serializer of ours makes. */
const stored = '[{"start_time":1, "end_time":2,"text":"é"}]';

function open() {
  const http = fastify();
  const asked: number[] = [];
  const held: (() => void)[] = [];
  let onAsked = () => {};
  const session = (userId: number) => ({ userId, workspaceId: 1, permissions: new Set() });
  const host = routeHost(
    http,
    async ({ headers }) => ({ workspaceName: "DEMO", session: session(Number(headers.authorization)) }) as never,
    noReadings,
  );
  const recordings = {
    get: async () => ({ patient_key: 1 }),
    async annotationsJson(id: number) {
      asked.push(id);
      onAsked();
      await new Promise<void>((resolve) => held.push(resolve));
      return stored;
    },
  };
  addRecordingRoutes(host, recordings as never);
  return {
    asked,
    /** Lets the first that is held go on. */
    proceed: () => held.shift()?.(),
    /** Until so many have been asked for. */
    until: (count: number) =>
      new Promise<void>((resolve) => {
        onAsked = () => {
          if (asked.length >= count) resolve();
        };
        onAsked();
      }),
    ask: (user: number, data_object_id: number) =>
      http.inject({
        method: "POST",
        url: getFileAnnotations.path,
        headers: { authorization: String(user) },
        payload: { data_object_id },
      }),
  };
}

it("are sent as they are stored", async () => {
  const world = open();
  const [answer] = await Promise.all([world.ask(1, 7), world.until(1).then(world.proceed)]);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.body).toBe(`{"annotations":${stored}}`);
});

it("are read one after the other for a user, beside those of others", async () => {
  const world = open();
  const answers = [world.ask(1, 7), world.ask(1, 8), world.ask(1, 9), world.ask(2, 5)];
  await world.until(2);
  expect(world.asked.toSorted()).toEqual([5, 7]);
  for (let count = 3; count <= 4; count++) {
    world.proceed();
    world.proceed();
    await world.until(count);
  }
  expect(world.asked.slice(2)).toEqual([8, 9]);
  world.proceed();
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
});

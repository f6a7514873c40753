import { request } from "node:http";
import { Readable } from "node:stream";
import fastify from "fastify";
import { expect, it } from "vitest";
import { downloadFile, getCsvColumns } from "../../../protocol/files.ts";
import { noReadings } from "../health/readings.ts";
import { Refused, routeHost } from "./routes.ts";

it("tells a handler that its request has gone away, and only then", async () => {
  const http = fastify();
  const host = routeHost(http, async () => ({ workspaceName: "DEMO", session: null }) as never, noReadings);
  const signals: AbortSignal[] = [];
  let begun: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (begun = resolve));
  host.add(getCsvColumns, async (_body, _caller, { signal }) => {
    signals.push(signal);
    begun();
    if (signals.length === 1) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return { columns: [], file_size: 0 };
  });
  const url = `${await http.listen({ port: 0, host: "127.0.0.1" })}${getCsvColumns.path}`;
  const order = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ project_id: 1, patient_id: 1, file_path: "a.csv" }),
  };
  const leaving = request(url, order);
  leaving.on("error", () => undefined);
  leaving.end(order.body);
  await first;
  leaving.destroy();
  if (!signals[0].aborted) await new Promise((resolve) => signals[0].addEventListener("abort", resolve));
  expect(signals[0].reason).toMatchObject({ statusCode: 499 });

  const answered = await fetch(url, order);
  expect(await answered.json()).toEqual({ columns: [], file_size: 0 });
  await http.close(); // every connection has ended
  expect(signals[1].aborted).toBe(false);
});

it("lets go of a file whose reader left while it was made, and follows no answer that nobody takes", async () => {
  const http = fastify();
  const followed: unknown[] = [];
  const caller = { workspaceName: "DEMO", workspaceId: 1, session: { userId: 7 } };
  const host = routeHost(http, async () => caller as never, noReadings, {
    demandStill: async () => undefined,
    follow: (answer) => {
      followed.push(answer);
      return () => undefined;
    },
  });
  const stream = Readable.from(["a"]);
  let begun: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (begun = resolve));
  host.add(downloadFile, async (_body, _caller, { signal }) => {
    begun();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return { stream, headers: {} } as never;
  });
  const url = `${await http.listen({ port: 0, host: "127.0.0.1" })}${downloadFile.path}`;
  const leaving = request(url, { method: "POST", headers: { "content-type": "application/json" } });
  leaving.on("error", () => undefined);
  leaving.end(JSON.stringify({ project_id: 1, patient_id: 1, file_path: "a" }));
  await first;
  leaving.destroy();
  await expect.poll(() => stream.destroyed).toBe(true);
  expect(followed).toEqual([]);
  await http.close();
});

it("answers nothing that took a while to a caller who may not have it by then", async () => {
  const http = fastify();
  const caller = { workspaceName: "DEMO", workspaceId: 1, session: { userId: 7 } };
  const told: unknown[] = [];
  let isAllowed = true;
  let left = 0;
  const host = routeHost(
    http,
    async () => caller as never,
    { ...noReadings, refused: (...one) => void told.push(one[1]) },
    {
      demandStill: async ({ demandAgain }) => void (await demandAgain?.("the session now" as never)),
      follow: () => () => void left++,
    },
  );
  const asked: unknown[] = [];
  const demandAgain = async (now: unknown) => {
    asked.push(now);
    if (!isAllowed) throw new Refused(404, "It is not yours.");
  };
  host.add(getCsvColumns, async (_body, _caller, { askAgain }) => {
    askAgain(demandAgain);
    return { columns: [], file_size: 0 };
  });
  const streams: Readable[] = [];
  host.add(downloadFile, async () => {
    const stream = Readable.from(["secret"]);
    streams.push(stream);
    return { stream, headers: {}, demandAgain } as never;
  });
  const ask = async ({ path }: { path: string }) => {
    const payload = { project_id: 1, patient_id: 1, file_path: "a" };
    const { statusCode, body } = await http.inject({ method: "POST", url: path, payload });
    return [statusCode, body.includes("not yours") ? "refused" : body];
  };
  expect(await ask(downloadFile)).toEqual([200, "secret"]);
  expect((await ask(getCsvColumns))[0]).toBe(200);
  isAllowed = false;
  for (const route of [downloadFile, getCsvColumns]) expect(await ask(route)).toEqual([404, "refused"]);
  expect(asked).toEqual(Array(4).fill("the session now"));
  expect([streams[1].destroyed, left, told]).toEqual([true, 2, [404, 404]]);
  await http.close();
});

import { request } from "node:http";
import { Readable } from "node:stream";
import fastify from "fastify";
import { expect, it } from "vitest";
import { downloadFile, getCsvColumns } from "../../../protocol/files.ts";
import { noReadings } from "../health/readings.ts";
import { routeHost } from "./routes.ts";

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
  const host = routeHost(
    http,
    async () => caller as never,
    noReadings,
    (answer) => {
      followed.push(answer);
      return () => undefined;
    },
  );
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

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { isOnPostgres, testDatabaseUrl } from "../../../../tests/support/postgres.ts";
import { stallingProxy } from "../../../../tests/support/stalling-proxy.ts";
import type { Bus, BusEvent } from "./bus.ts";
import { inParts, openBus } from "./open-bus.ts";

const buses: Bus[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const warnings: string[] = [];
const log = { warn: (_facts: object, event: string) => void warnings.push(event) };
const newUrl = () => {
  const folder = mkdtempSync(join(tmpdir(), "connect-bus-"));
  folders.push(folder);
  return testDatabaseUrl(folder);
};
async function node(databaseUrl: string | undefined): Promise<{ bus: Bus; heard: BusEvent[] }> {
  const bus = await openBus({ databaseUrl, log });
  buses.push(bus);
  const heard: BusEvent[] = [];
  bus.listen((event) => void heard.push(event));
  return { bus, heard };
}

it("reaches its own process, later and without throwing, until a listener leaves", async () => {
  const { bus, heard } = await node(await newUrl());
  const more: BusEvent[] = [];
  const leave = bus.listen((event) => void more.push(event));
  bus.send({ kind: "mail-waiting" });
  expect(heard).toEqual([]);
  await expect.poll(() => heard).toEqual([{ kind: "mail-waiting" }]);
  leave();
  bus.send({ kind: "tokens-ended", tokenIds: [1] });
  await expect.poll(() => heard.length).toBe(2);
  expect(more).toEqual([{ kind: "mail-waiting" }]);
  await bus.close();
  bus.send({ kind: "mail-waiting" });
  await new Promise(setImmediate); // events of this process come a turn later
  expect(heard.length).toBe(2);
});

it("cuts long lists into messages that a notification can carry", () => {
  const tokenIds = Array.from({ length: 1001 }, (_, k) => 9_007_199_254_740_000 + k);
  const parts = inParts({ kind: "tokens-ended", tokenIds });
  expect(parts.flatMap((part) => (part.kind === "tokens-ended" ? part.tokenIds : []))).toEqual(tokenIds);
  for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(7900);
  const users = inParts({ kind: "users-changed", workspaceId: 1, userIds: tokenIds });
  expect(users).toHaveLength(3);
  expect(inParts({ kind: "users-changed", workspaceId: 1, userIds: "all" })).toHaveLength(1);
  expect(inParts({ kind: "tokens-ended", tokenIds: [] })).toEqual([]);
});

it.runIf(isOnPostgres())("reaches every node once, and nobody on another database", async () => {
  const url = await newUrl();
  const [a, b, stranger] = [await node(url), await node(url), await node(await newUrl())];
  const tokenIds = Array.from({ length: 2000 }, (_, k) => k);
  a.bus.send({ kind: "tokens-ended", tokenIds });
  const idsOf = (heard: BusEvent[]) => heard.flatMap((event) => (event.kind === "tokens-ended" ? event.tokenIds : []));
  await expect.poll(() => idsOf(b.heard)).toEqual(tokenIds);
  b.bus.send({ kind: "mail-waiting" });
  await expect.poll(() => a.heard.at(-1)).toEqual({ kind: "mail-waiting" });
  expect(idsOf(a.heard)).toEqual(tokenIds);
  expect(stranger.heard).toEqual([]);
});

it.runIf(isOnPostgres())("mends a broken connection and says that something may have been missed", async () => {
  const url = await newUrl();
  const [a, b] = [await node(url), await node(url)];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_notify('connect_bus', 'not ours')");
  await expect.poll(() => warnings).toContain("bus.unreadable");
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
  const resumed = { kind: "bus-resumed" };
  await expect.poll(() => a.heard, { timeout: 15_000 }).toContainEqual(resumed);
  await expect.poll(() => b.heard, { timeout: 15_000 }).toContainEqual(resumed);
  a.bus.send({ kind: "mail-waiting" });
  await expect.poll(() => b.heard.at(-1)).toEqual({ kind: "mail-waiting" });
  expect(warnings).toContain("bus.lost");
});

it.runIf(isOnPostgres())("finds out that nothing comes any more, and both sides look again", async () => {
  const url = new URL(String(await newUrl()));
  const other = await node(url.href);
  const proxy = await stallingProxy(`http://${url.host}`);
  url.host = new URL(proxy.url).host;
  const silent = await openBus({ databaseUrl: url.href, log, keepAliveMs: 100, silentMs: 500 });
  buses.push(silent);
  const heard: BusEvent[] = [];
  silent.listen((event) => void heard.push(event));
  warnings.length = 0;
  proxy.allow(0); // one more answer arrives, and then none, and the connection stands
  await expect.poll(() => warnings).toContain("bus.lost");
  other.bus.send({ kind: "mail-waiting" });
  silent.send({ kind: "jobs-waiting" });
  await expect.poll(() => heard).toEqual([{ kind: "jobs-waiting" }]); // in its own process
  proxy.allow(Number.POSITIVE_INFINITY);
  await expect.poll(() => heard).toContainEqual({ kind: "bus-resumed" });
  await expect.poll(() => other.heard).toContainEqual({ kind: "bus-resumed" });
  other.bus.send({ kind: "mail-waiting" });
  await expect.poll(() => heard.at(-1)).toEqual({ kind: "mail-waiting" });
  await silent.close();
  await proxy.close();
});

it.runIf(isOnPostgres())("does not open without a database", async () => {
  await expect(openBus({ databaseUrl: "postgres://nobody@127.0.0.1:1/nothing" })).rejects.toThrow();
});

/** The whole application on a database of its own, called without a socket. Mails stay in their table. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Compile } from "typebox/compile";
import { expect } from "vitest";
import { getToken } from "../../../src/protocol/accounts.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import { type AnswerOf, type Route, refusalHeader, workspaceParameter } from "../../../src/protocol/route.ts";
import { keptMasks } from "../../../src/server/annotations/index.ts";
import { type App, type AppOptions, buildApp } from "../../../src/server/app.ts";
import type { Bus, BusEvent } from "../../../src/server/platform/bus/bus.ts";
import { openBus } from "../../../src/server/platform/bus/open-bus.ts";
import { type Database, openDatabase } from "../../../src/server/platform/database/database.ts";
import { readConfig } from "../../../src/server/platform/start/config.ts";
import { openStores } from "../../../src/server/platform/storage/open-stores.ts";
import { createPageService } from "../../../src/server/query/page-service.ts";
import { openRecordings } from "../../../src/server/recordings/index.ts";
import { addUser, addWorkspace, type NewUser, type TestUser } from "../../support/accounts.ts";
import { emptyDatabaseUrl } from "../../support/postgres.ts";

export interface CallOptions {
  token?: string | null;
  /** The parameter parent_study_id; default: none. */
  workspace?: number | string;
  address?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  type: string;
  text: string;
  /** What programs go by (`refusalHeader`). */
  code: string | null;
  retryAfter: number | null;
  /** Headers Set-Cookie, as they are. */
  cookies: string[];
}

export interface World extends Pick<Database, "pool" | "drizzle"> {
  app: App;
  dataDir: string;
  /** The default workspace, which keeps an administrator. */
  workspaceId: number;
  administrator: TestUser;
  /** What the bus was told so far. */
  events: BusEvent[];
  bus: Pick<Bus, "send">;
  call(route: Pick<Route, "path">, body: unknown, options?: CallOptions): Promise<Answer>;
  /** The answer of a call that must be admitted, checked against its schema. */
  answer<R extends Route>(route: R, body: unknown, options?: CallOptions): Promise<AnswerOf<R>>;
  person(permissions?: readonly Permission[], more?: Partial<NewUser>): Promise<TestUser>;
  signIn(user: { email: string; password: string; workspaceId?: number }, address?: string): Promise<string>;
  /** Recipients of the mails of a kind, oldest first. */
  mails(kind: string, recipient: string): Promise<{ recipient: string; facts: unknown }[]>;
  close(): Promise<void>;
}

/** `env`: as the server's; `more`: what else the application is built with. */
export async function makeWorld(
  env: Record<string, string> = {},
  more: Pick<AppOptions, "documentKinds"> = {},
): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-accounts-"));
  const config = readConfig(["--data", dataDir], { LOG_LEVEL: "error", ...env });
  const database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
  const { drizzle, pool } = database;
  const bus = await openBus();
  const events: BusEvent[] = [];
  bus.listen((event) => events.push(event));
  const workspaceId = await addWorkspace(pool);
  const recordings = openRecordings({ db: drizzle, dataDir });
  const pages = createPageService({
    recordings,
    masksOf: keptMasks(drizzle),
    dataDir,
    coreHash: "none",
    derivedCacheBytes: 0,
  });
  const stores = await openStores(config);
  const app = await buildApp({
    config,
    db: drizzle,
    database,
    bus,
    workspaceId,
    recordings,
    pages,
    core: "none",
    stores,
    webRoot: null,
    ...more,
  });
  await app.http.ready();

  const call: World["call"] = async (route, body, { token = null, workspace, address, headers = {} } = {}) => {
    const query = workspace === undefined ? "" : `?${workspaceParameter}=${workspace}`;
    const answer = await app.http.inject({
      method: "POST",
      url: route.path + query,
      remoteAddress: address,
      headers: { "content-type": "application/json", ...(token === null ? {} : { authorization: token }), ...headers },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    });
    const retryAfter = answer.headers["retry-after"];
    return {
      status: answer.statusCode,
      type: String(answer.headers["content-type"] ?? ""),
      code: answer.headers[refusalHeader] === undefined ? null : String(answer.headers[refusalHeader]),
      text: answer.body,
      retryAfter: retryAfter === undefined ? null : Number(retryAfter),
      cookies: [answer.headers["set-cookie"] ?? []].flat(),
    };
  };
  const answer = async <R extends Route>(route: R, body: unknown, options?: CallOptions): Promise<AnswerOf<R>> => {
    const { status, text } = await call(route, body, options);
    if (status !== 200) throw new Error(`${route.path} answered ${status}: ${text}`);
    const value = JSON.parse(text);
    expect(Compile(route.answer).Errors(value), route.path).toEqual([]);
    return value as AnswerOf<R>;
  };
  const administrator = await addUser(pool, {
    workspaceId,
    permissions: ["access_admin_user_management", "access_admin_role_and_permissions"],
  });
  return {
    pool,
    drizzle,
    app,
    dataDir,
    workspaceId,
    administrator,
    events,
    bus,
    call,
    answer,
    person: (permissions = ["access_data_visualize"], more = {}) =>
      addUser(pool, { workspaceId, permissions, ...more }),
    async signIn({ email, password, workspaceId: workspace }, address) {
      return (await answer(getToken, { email, password }, { workspace, address })).token;
    },
    mails: async (kind, recipient) =>
      (
        await pool.query<{ recipient: string; facts: unknown }>(
          "select recipient, facts from mail where kind = $1 and recipient = $2 order by id",
          [kind, recipient],
        )
      ).rows,
    async close() {
      app.sockets.disconnectSockets(true);
      app.sockets.engine.close();
      await app.http.close();
      await pages.close();
      recordings.close();
      await stores.close();
      await bus.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

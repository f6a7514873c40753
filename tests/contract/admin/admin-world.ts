/** The calls of the administration on a real database, without sockets and files: what `http.inject` needs. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { Compile } from "typebox/compile";
import { expect } from "vitest";
import { type Permission, permissionNames } from "../../../src/protocol/permissions.ts";
import { type AnswerOf, type BodyOf, type Route, workspaceParameter } from "../../../src/protocol/route.ts";
import { addAdminRoutes } from "../../../src/server/admin/admin-routes.ts";
import { ensureWorkspace } from "../../../src/server/admin/bootstrap.ts";
import { makeGuard } from "../../../src/server/identity/guard.ts";
import type { Bus, BusEvent } from "../../../src/server/platform/bus/bus.ts";
import { type Database, openDatabase } from "../../../src/server/platform/database/database.ts";
import { noReadings } from "../../../src/server/platform/health/readings.ts";
import { answerError } from "../../../src/server/platform/http/error-edge.ts";
import { validatorOf } from "../../../src/server/platform/http/json-bounds.ts";
import { routeHost } from "../../../src/server/platform/http/routes.ts";
import { openStores } from "../../../src/server/platform/storage/index.ts";
import { forgetGivenUp } from "../../../src/server/uploads/index.ts";
import {
  addProject,
  addSite,
  addToken,
  addUser,
  addWorkspace,
  type NewUser,
  setPermissions,
  type TestUser,
} from "../../support/accounts.ts";
import { emptyDatabaseUrl } from "../../support/postgres.ts";

/** What an Administrator holds. */
export const everything: readonly Permission[] = permissionNames.filter((name) => name !== "create_account");

export interface Person extends TestUser {
  token: string;
}

/** A workspace of a test, with an administrator who holds everything, one project and one site. */
export interface Workplace {
  workspaceId: number;
  admin: Person;
  projectId: number;
  siteId: number;
}

export interface Reply {
  status: number;
  type: string;
  text: string;
}

export type AdminWorld = Awaited<ReturnType<typeof openAdminWorld>>;

export async function openAdminWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-admin-"));
  const database: Database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
  const { drizzle: db, pool } = database;
  const { workspaceId: defaultWorkspaceId } = await ensureWorkspace(db, "DEMO");
  const events: BusEvent[] = [];
  const bus: Bus = { send: (event) => void events.push(event), listen: () => () => undefined, close: async () => {} };
  const http = fastify();
  http.setValidatorCompiler(validatorOf);
  http.setErrorHandler(answerError);
  const host = routeHost(
    http,
    makeGuard({ db, defaultWorkspaceId, publicUrl: null, gatewayOf: async () => null, readings: noReadings }),
    noReadings,
  );
  const stores = await openStores({ dataDir, store: { kind: "fs", secret: null, s3: null } });
  const config = { dataDir, smtpUrl: null, deployment: "DEVELOPMENT" } as const;
  addAdminRoutes(host, { db, bus, config, stores, notices: () => [], forgetUploads: forgetGivenUp });
  await http.ready();

  const call = async (
    who: Pick<Person, "token">,
    route: Route,
    body: unknown,
    workspaceId?: number,
  ): Promise<Reply> => {
    const query = workspaceId === undefined ? "" : `?${workspaceParameter}=${workspaceId}`;
    const headers = { authorization: who.token };
    const reply = await http.inject({ method: "POST", url: route.path + query, headers, payload: body as object });
    return { status: reply.statusCode, type: String(reply.headers["content-type"]), text: reply.payload };
  };

  const person = async (user: NewUser): Promise<Person> => {
    const made = await addUser(pool, user);
    return { ...made, token: await addToken(pool, made, { lifeMs: 3_600_000 }) };
  };

  return {
    dataDir,
    db,
    pool,
    events,
    call,
    person,
    /** The answer of a call that must be admitted, checked against its schema. */
    async answer<R extends Route>(who: Pick<Person, "token">, route: R, body: BodyOf<R>): Promise<AnswerOf<R>> {
      const { status, text } = await call(who, route, body);
      expect([status, text]).toEqual([200, text]);
      const value = JSON.parse(text) as AnswerOf<R>;
      expect(Compile(route.answer).Errors(value)).toEqual([]);
      return value;
    },
    /** Status and text of a refusal. */
    async refusal<R extends Route>(who: Pick<Person, "token">, route: R, body: BodyOf<R>): Promise<[number, string]> {
      const { status, type, text } = await call(who, route, body);
      if (route.refusals !== "errorMessage") return [status, text];
      expect(type).toContain("application/json");
      return [status, (JSON.parse(text) as { errorMessage: string }).errorMessage];
    },
    async workplace(): Promise<Workplace> {
      const workspaceId = await addWorkspace(pool);
      const projectId = await addProject(pool, workspaceId);
      const siteId = await addSite(pool, workspaceId);
      const admin = await person({ workspaceId, permissions: everything, projectIds: [projectId], siteIds: [siteId] });
      return { workspaceId, admin, projectId, siteId };
    },
    /** A role of a workspace. */
    async role(workspaceId: number, held: readonly Permission[], name = `Role of ${held.length}-${Math.random()}`) {
      const { rows } = await pool.query<{ id: number }>(
        "insert into role (workspace_id, name, description) values ($1, $2, 'Of a test') returning id",
        [workspaceId, name],
      );
      await setPermissions(pool, rows[0].id, held);
      return rows[0].id;
    },
    addPatient: (workspaceId: number, projectId: number, siteId: number) =>
      pool.query(
        "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, gen_random_uuid()::text)",
        [workspaceId, projectId, siteId],
      ),
    /** Audit rows of a workspace, oldest first. */
    async actions(workspaceId: number) {
      const sql =
        "select user_id, permission, action, facts, ip_address from user_action where workspace_id = $1 order by id";
      return (await pool.query(sql, [workspaceId])).rows;
    },
    async close() {
      await http.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

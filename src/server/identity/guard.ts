/** Admits requests to declared routes (src/protocol/route.ts). The one place that decides who may make a call. */
import { sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { type LiveRefusal, liveLimits } from "../../protocol/live.ts";
import type { Permission } from "../../protocol/permissions.ts";
import { type Needs, workspaceParameter } from "../../protocol/route.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { liveText } from "../../protocol/text/live-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { ReadingWatch } from "../platform/health/readings.ts";
import type { Gateway, Session, Visitor } from "../platform/http/caller.ts";
import { addressOf } from "../platform/http/client-address.ts";
import { type Guard, Refused } from "../platform/http/routes.ts";
import { sessionOf } from "./session.ts";

const { refused } = accountText;

export interface GuardOptions {
  db: Queries;
  /** The workspace of calls that name none and need no token. */
  defaultWorkspaceId: number;
  /** Address people open; null: whatever checked host the request came to. */
  publicUrl: string | null;
  /** The gateway of a credential that is good now, or null. */
  gatewayOf(credential: string): Promise<Gateway | null>;
  /** Told of calls that a session may not make. */
  readings: Pick<ReadingWatch, "refused">;
}

/** The guard of platform/http/routes.ts. Hosts are checked before it (app.ts). */
export function makeGuard({ db, defaultWorkspaceId, publicUrl, gatewayOf, readings }: GuardOptions): Guard {
  const bodies = new OpenBodies();
  return async (request, route) => {
    const origin = publicUrl ?? `${request.protocol}://${request.headers.host}`;
    const visit = { address: addressOf(request), origin, route };
    const wanted = wantedWorkspace(request);
    if (route.needs === "anyone") {
      const workspace = await workspaceOf(db, wanted ?? defaultWorkspaceId);
      return { ...visit, ...workspace, session: null };
    }
    const token = tokenOf(request);
    if (token === null) throw new Refused(401, refused.noToken);
    if (route.needs === "gateway") {
      const gateway = await gatewayOf(token);
      if (gateway === null) throw new Refused(401, liveText.refused.credential);
      const { workspaceId, workspaceName } = gateway;
      if (wanted !== null && wanted !== workspaceId) throw new Refused(403, refused.otherWorkspace);
      if (route.hasBytes) bodies.admit(request, gateway);
      return { ...visit, workspaceId, workspaceName, session: null, gateway };
    }
    const session = await sessionOf(db, token);
    if (session === null) throw new Refused(401, refused.badToken);
    try {
      if (wanted !== null && wanted !== session.workspaceId) {
        await workspaceOf(db, wanted);
        throw new Refused(403, refused.otherWorkspace);
      }
      demand(session, route.needs);
    } catch (error) {
      if (error instanceof Refused) readings.refused({ ...visit, session }, error.statusCode);
      throw error;
    }
    const { workspaceId, workspaceName } = session;
    return { ...visit, workspaceId, workspaceName, session };
  };
}

/** Bodies of bytes that gateways are sending: each is held in memory until it is whole. */
class OpenBodies {
  private readonly counts = new Map<number, number>();

  /** @throws Refused 429 when the gateway has as many open as it may */
  admit({ raw }: FastifyRequest, { gatewayId }: Gateway): void {
    const open = this.counts.get(gatewayId) ?? 0;
    if (open >= liveLimits.openBodies)
      throw new Refused(429, liveText.refused.tooFast, 1, { code: "too_fast" satisfies LiveRefusal });
    this.counts.set(gatewayId, open + 1);
    let isOpen = true;
    const end = () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.counts.get(gatewayId) ?? 1) - 1;
      if (left > 0) this.counts.set(gatewayId, left);
      else this.counts.delete(gatewayId);
    };
    raw.once("end", end).once("close", end);
  }
}

/** @throws Refused 403 when the session may not make a call that needs this. */
export function demand(session: Session, needs: Needs): void {
  switch (needs) {
    case "anyone":
    case "any token":
      return;
    case "gateway":
      throw new Refused(403, refused.noPermission);
    case "session":
      if (session.purpose !== "session") throw new Refused(403, refused.noPermission);
      return;
    case "invitation":
      if (session.purpose !== "create_account") throw new Refused(403, accountText.noCreatePermission);
      return;
    case "reset link":
      if (session.purpose !== "reset_password") throw new Refused(403, refused.noPermission);
      return;
    case "email link":
      if (session.purpose !== "change_email") throw new Refused(403, refused.noPermission);
      return;
    default:
      demandOneOf(session, needs);
  }
}

function demandOneOf(session: Session, permissions: readonly Permission[]): void {
  if (session.purpose !== "session" || !permissions.some((permission) => session.permissions.has(permission)))
    throw new Refused(403, refused.noPermission);
  if (!session.isDomainAllowed) throw new Refused(403, refused.domainNotAllowed);
}

/** The token of the Authorization header, raw or as a bearer token. */
export function tokenOf({ headers }: Pick<FastifyRequest, "headers">): string | null {
  const token = (headers.authorization ?? "").replace(/^Bearer +/i, "").trim();
  return token === "" ? null : token;
}

/** The workspace that a request names, or null. @throws Refused 404 when it cannot be one. */
function wantedWorkspace(request: FastifyRequest): number | null {
  const given = (request.query as Record<string, unknown>)[workspaceParameter];
  if (given === undefined || given === "") return null;
  const id = typeof given === "string" && /^\d{1,10}$/.test(given) ? Number(given) : 0;
  if (id < 1 || id > 2_147_483_647) throw new Refused(404, refused.unknownWorkspace);
  return id;
}

/** @throws Refused 404 when there is no such workspace. */
async function workspaceOf(db: Queries, id: number): Promise<Pick<Visitor, "workspaceId" | "workspaceName">> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from workspace where id = ${id}`);
  if (rows.length === 0) throw new Refused(404, refused.unknownWorkspace);
  return { workspaceId: id, workspaceName: rows[0].name };
}

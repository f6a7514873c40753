/** Answers declared routes (src/protocol/route.ts): the guard admits, the body is checked, the answer cut to its schema. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type AnswerOf, type BodyOf, type Route, workspaceNameMember } from "../../protocol/route.ts";
import type { CallerOf, Visitor } from "./caller.ts";

/** What a caller is told in so many words. Thrown by handlers; the edge makes it status and text. */
export class Refused extends Error {
  override readonly name = "Refused";
  constructor(
    readonly statusCode: number,
    message: string,
    /** Seconds, for the header Retry-After. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/**
 * Admits a request to a route or throws Refused: 401 without a valid token, 403 for another workspace or a missing
 * permission, 404 for an unknown workspace. Runs before the body is read.
 */
export type Guard = (request: FastifyRequest, route: Route) => Promise<Visitor>;

export interface RouteHost {
  add<R extends Route>(route: R, handle: (body: BodyOf<R>, caller: CallerOf<R>) => Promise<AnswerOf<R>>): void;
}

/** Whoever has shown no token sends little: forms of a few fields. */
const maxStrangerBytes = 16 * 1024;
const visitors = new WeakMap<FastifyRequest, Visitor>();

export function routeHost(app: FastifyInstance, guard: Guard): RouteHost {
  return {
    add(route, handle) {
      app.route({
        method: "POST",
        url: route.path,
        schema: { body: route.body, response: { 200: route.answer } },
        config: { declared: route },
        ...(route.needs === "anyone" ? { bodyLimit: maxStrangerBytes } : {}),
        onRequest: async (request, reply) => {
          reply.header("cache-control", "no-store"); // tokens, people and patients are in the answers
          visitors.set(request, await guard(request, route));
        },
        preValidation: async (request) => {
          const visitor = visitors.get(request);
          const body = request.body as Record<string, unknown> | undefined;
          const name = body?.[workspaceNameMember];
          if (visitor !== undefined && name !== undefined && name !== visitor.workspaceName)
            throw new Refused(403, "This session belongs to another workspace.");
        },
        handler: (request) => handle(request.body as never, visitors.get(request) as never),
      });
    },
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The declaration this route answers; routes without one are named in app.ts. */
    declared?: Route;
  }
}

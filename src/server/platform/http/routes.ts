/** Answers declared routes (src/protocol/route.ts): the guard admits, the body is checked, the answer cut to its schema. */
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { LiveRefusal } from "../../../protocol/live.ts";
import { type AnswerOf, type BodyOf, type Route, workspaceNameMember } from "../../../protocol/route.ts";
import { serverText } from "../../../protocol/text/server-text.ts";
import { askingFor } from "../database/fair-pool.ts";
import type { Read, ReadingWatch } from "../health/readings.ts";
import type { Caller, CallerOf, Session, Visitor } from "./caller.ts";
import { boundedJson, isSmallBody, largeBody, ordinaryBody } from "./json-bounds.ts";
import { parseInPieces } from "./json-pieces.ts";
import { OpenCalls } from "./open-calls.ts";
import { readQuery } from "./query-string.ts";

/** What a caller is told in so many words. Thrown by handlers; the edge makes it status and text. */
export class Refused extends Error {
  override readonly name = "Refused";
  constructor(
    readonly statusCode: number,
    message: string,
    /** Seconds, for the header Retry-After. */
    readonly retryAfter?: number,
    /** What programs go by: the code in the header `refusalHeader`, and all of it by calls whose refusals are JSON. */
    readonly told?: { readonly code: string } & Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

/**
 * Admits a request to a route or throws Refused: 401 without a valid token, 403 for another workspace or a missing
 * permission, 404 for an unknown workspace. Runs before the body is read.
 */
export type Guard = (request: FastifyRequest, route: Route) => Promise<Visitor>;

/** What handlers of routes with `isBlob` answer. The stream is destroyed when the client goes away. */
export interface BlobAnswer {
  stream: Readable;
  /** With content-type; content-length where it is known. */
  headers: Readonly<Record<string, string>>;
  /** Asked again before it is sent, and meanwhile, with the session as it is then. @throws Refused once the caller may not have it any more */
  demandAgain?: DemandAgain;
}

export type DemandAgain = (now: Session) => Promise<unknown>;

/** An answer that takes a while to be sent. */
export interface RunningAnswer {
  readonly caller: Caller;
  readonly demandAgain?: DemandAgain;
  /** Breaks it off. */
  end(): void;
}

export interface AnswerWatch {
  /** @throws Refused when the session is over by now, or allows the call or this answer no more */
  demandStill(answer: Pick<RunningAnswer, "caller" | "demandAgain">): Promise<void>;
  /** Ends an answer once that is so. Returns what is called when it is sent or given up. */
  follow(answer: RunningAnswer): () => void;
}

const noWatch: AnswerWatch = { demandStill: async () => undefined, follow: () => () => undefined };

/** What a handler may answer in place of a long answer: JSON of the declared form, which is sent as it lies there. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** The same of an answer that is made while it is taken: it is sent as a file is. */
export class JsonStream {
  constructor(
    readonly stream: Readable,
    readonly demandAgain: DemandAgain,
  ) {}
}

/** Cookies of a request, and those its answer sets. */
export interface Cookies {
  read(name: string): string | null;
  /** `cookie`: name, value and attributes as the header Set-Cookie says them. */
  set(cookie: string): void;
}

/** What else handlers may know of a request. */
export interface RequestLife {
  /** Aborted when the connection closes before there is an answer: nobody waits for it any more. */
  signal: AbortSignal;
  cookies: Cookies;
  /** The body of a route with `hasBytes`; empty for others. */
  bytes: Uint8Array;
  /** Tells the audit what of a patient the answer will hold; not told of when there is none. */
  read(read: Read): void;
  /** Before an answer that takes a while to be made, or waits for a turn, is sent: whether the caller may still have it. */
  askAgain(demand: DemandAgain): void;
}

export interface RouteHost {
  add<R extends Route>(route: R, handle: Handler<R>): void;
  /** Counts a request that came by an address of its own, which says whose it is, as a call of theirs. @throws Refused 429 */
  enter(caller: Caller, reply: FastifyReply): void;
  /** Sends bytes for as long as the caller may have them. */
  sendBlob(caller: Caller, reply: FastifyReply, answer: BlobAnswer): Promise<FastifyReply>;
}

/** Whoever has shown no token sends little: forms of a few fields. */
const maxStrangerBytes = 16 * 1024;
const visitors = new WeakMap<FastifyRequest, Visitor>();
const jsonType = "application/json; charset=utf-8";

export function routeHost(
  app: FastifyInstance,
  guard: Guard,
  readings: ReadingWatch,
  watch: AnswerWatch = noWatch,
): RouteHost {
  const open = new OpenCalls();
  app.addHook("onSend", async (_request, reply, payload) => {
    const isWhole = typeof payload === "string" || payload instanceof Uint8Array;
    if (isWhole && !open.answer(reply.raw, payload.length)) throw new Refused(429, serverText.manyCalls, 1);
    return payload;
  });
  return {
    add(route, handle) {
      if (route.hasBytes) void app.register(async (scope) => addTo(takeBytes(scope), route, handle));
      else addTo(app, route, handle);
    },
    enter,
    sendBlob,
  };

  /** Strangers are not counted: many of them may have one address. */
  function enter(visitor: Visitor, reply: FastifyReply, body = 0): void {
    const { session, gateway } = visitor;
    if ((session === null && gateway === undefined) || open.enter(asker(visitor), reply.raw, body)) return;
    const told = gateway && { code: "too_fast" satisfies LiveRefusal };
    throw new Refused(429, serverText.manyCalls, 1, told);
  }

  async function sendBlob(caller: Caller, reply: FastifyReply, answer: BlobAnswer): Promise<FastifyReply> {
    const { stream, headers, demandAgain } = answer;
    const { raw } = reply;
    const give = (error: Error) => {
      stream.destroy();
      throw error;
    };
    if (raw.destroyed) return give(givenUp()); // it took a while to be made
    if (!open.download(raw)) return give(new Refused(429, serverText.manyCalls, 1));
    let failed: Error | undefined;
    stream.once("error", (error: Error) => {
      failed = error;
    });
    const end = () => {
      stream.destroy();
      raw.destroy(); // what lies there already is not sent either, and nobody takes it for the whole
    };
    raw.once("close", watch.follow({ caller, demandAgain, end }));
    await watch.demandStill({ caller, demandAgain }).catch(give);
    if (failed !== undefined) throw failed;
    if (raw.destroyed) return give(givenUp());
    return reply.headers(headers).send(stream);
  }

  function addTo<R extends Route>(host: FastifyInstance, route: R, handle: Handler<R>): void {
    for (const method of route.hasGet ? (["POST", "GET"] as const) : (["POST"] as const)) {
      const isInQuery = method === "GET" || route.hasBytes === true;
      host.route({
        method,
        url: route.path,
        exposeHeadRoute: false,
        schema: {
          ...(isInQuery ? { querystring: route.body } : { body: route.body }),
          ...(route.isBlob ? {} : { response: { 200: route.answer } }),
        },
        config: { declared: route },
        bodyLimit: route.needs === "anyone" ? maxStrangerBytes : route.maxBodyBytes,
        onRequest: async (request, reply) => {
          reply.header("cache-control", "no-store"); // tokens, people and patients are in the answers
          // Before it is known who asks, by what they show or where they come from.
          const unknown = `unknown ${request.headers.authorization ?? request.ip}`;
          const visitor = await askingFor(unknown, () => guard(request, route));
          visitors.set(request, visitor);
          const body = bodyBytes(request.headers, route.maxBodyBytes ?? request.routeOptions.bodyLimit);
          enter(visitor, reply, route.hasBytes ? 0 : body); // of bytes the guard lets in a few bodies
        },
        ...(route.hasBytes
          ? {}
          : {
              preParsing: async ({ headers }, _reply, body) =>
                isSmallBody(headers)
                  ? body
                  : boundedJson(body as Readable, route.maxBodyBytes === undefined ? ordinaryBody : largeBody),
            }),
        preValidation: async (request) => {
          if (!isInQuery && request.body === undefined) request.body = {};
          if (isInQuery) request.query = readQuery(route.body, request.query as Record<string, unknown>);
          demandWorkspaceName(request, isInQuery ? request.query : request.body);
        },
        handler: async (request, reply) => {
          const body = isInQuery ? request.query : request.body;
          const visitor = visitors.get(request) as Visitor;
          const { life, reads, demands } = lifeOf(request, reply);
          const caller = visitor as Caller;
          const told = (error: unknown): never => {
            tellRefusal(readings, visitor, error, reads[0] ?? askedFor(body));
            throw error;
          };
          const work = async () => {
            const made = await handle(body as never, visitor as never, life);
            for (const demandAgain of demands) await watch.demandStill({ caller, demandAgain });
            return made;
          };
          const answer = await askingFor(asker(visitor), work).catch(told);
          for (const read of reads) readings.read(caller, read);
          if (answer instanceof JsonText) return reply.type(jsonType).send(answer.text);
          if (answer instanceof JsonStream) {
            const { stream, demandAgain } = answer;
            return sendBlob(caller, reply, { stream, headers: { "content-type": jsonType }, demandAgain }).catch(told);
          }
          return route.isBlob ? sendBlob(caller, reply, answer as BlobAnswer).catch(told) : answer;
        },
      });
    }
  }
}

type Handler<R extends Route> = (
  body: BodyOf<R>,
  caller: CallerOf<R>,
  life: RequestLife,
) => Promise<AnswerOf<R> | JsonText | JsonStream>;

/** A call may be made without a body (spec 001 section 7, "no body", "empty body"): it is then one without members, whatever its type says. */
export function takeEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, async (request: FastifyRequest, body: string) => {
    if (body === "") return undefined;
    const parseNow = (text: string) => {
      let value: unknown;
      parse(request, text, (error, parsed) => {
        if (error) throw error;
        value = parsed;
      });
      return value;
    };
    return parseInPieces(body, parseNow, request.headers.authorization ?? request.ip);
  });
}

/** Bytes are read here and nothing else. */
function takeBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, bytes, done) =>
    done(null, bytes),
  );
  return scope;
}

/** What a request brings at most; longer ones are refused. */
const bodyBytes = (headers: FastifyRequest["headers"], most: number): number => {
  const said = headers["content-length"];
  if (said !== undefined) return Math.min(Number(said) || 0, most);
  return headers["transfer-encoding"] === undefined ? 0 : most;
};

/** Whose share a call is of. */
const asker = ({ session, gateway, workspaceId, address }: Visitor): string => {
  if (gateway !== undefined) return `gateway ${gateway.gatewayId}`;
  return session === null ? `stranger ${address}` : `user ${workspaceId}/${session.userId}`;
};

/** As proxies write it down; nobody reads the answer. */
const clientGone = 499;
const givenUp = () => new Refused(clientGone, "The request was given up.");

/** Who is signed in and is refused, or asks for what is not theirs, is told to the audit, with what was asked for. */
function tellRefusal(readings: ReadingWatch, visitor: Visitor, error: unknown, read: Read | undefined): void {
  if (visitor.session === null || !(error instanceof Refused)) return;
  if (error.statusCode === 403 || error.statusCode === 404) readings.refused(visitor as Caller, error.statusCode, read);
}

/** What a call names that was refused before its handler could tell: a recording, else a patient by its key. */
function askedFor(body: unknown): Read | undefined {
  const { data_object_id, patient_id, patient_key } = body as Readonly<Record<string, unknown>>;
  const isKey = (id: unknown): id is number => typeof id === "number" && Number.isInteger(id);
  if (isKey(data_object_id)) return { what: "recording", id: data_object_id };
  const id = [patient_id, patient_key].find(isKey);
  return id === undefined ? undefined : { what: "patient", id };
}

function lifeOf(
  request: FastifyRequest,
  reply: FastifyReply,
): { life: RequestLife; reads: readonly Read[]; demands: readonly DemandAgain[] } {
  const { raw } = reply;
  const life = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) life.abort(givenUp());
  });
  const reads: Read[] = [];
  const read = (one: Read) => void reads.push(one);
  const demands: DemandAgain[] = [];
  const askAgain = (demand: DemandAgain) => void demands.push(demand);
  const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  return { life: { signal: life.signal, cookies: cookiesOf(request, reply), bytes, read, askAgain }, reads, demands };
}

const cookiesOf = ({ headers }: FastifyRequest, reply: FastifyReply): Cookies => ({
  read(name) {
    const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
    const found = pairs.find((pair) => pair.startsWith(`${name}=`));
    return found === undefined ? null : found.slice(name.length + 1);
  },
  set: (cookie) => void reply.header("set-cookie", cookie), // Fastify keeps those set before
});

/** @throws Refused 403 when the body names another workspace than the caller's */
function demandWorkspaceName(request: FastifyRequest, body: unknown): void {
  const visitor = visitors.get(request);
  const name = (body as Record<string, unknown> | undefined)?.[workspaceNameMember];
  if (visitor !== undefined && name !== undefined && name !== visitor.workspaceName)
    throw new Refused(403, "This session belongs to another workspace.");
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The declaration this route answers; routes without one are named in app.ts. */
    declared?: Route;
  }
}

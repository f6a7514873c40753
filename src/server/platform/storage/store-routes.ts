/**
 * The local store's own addresses: PUT of one object or part, GET of one download. Nobody is asked who they are; the
 * signature says what was granted. Bodies go to the disk as they come.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { storeText } from "../../../protocol/text/store-text.ts";
import { largestPlainMd5Bytes, uploadPartBytes } from "../../../protocol/uploads.ts";
import { Refused } from "../http/routes.ts";
import { attachment, safeType } from "./disposition.ts";
import { type FsStore, storePath } from "./fs-store.ts";
import type { OpenedStores } from "./open-stores.ts";
import { WrongLength } from "./pump.ts";
import { byteRangeOf } from "./range-header.ts";
import { type AddressMethod, isSigned, signatureMember } from "./signing.ts";
import { demandKey, ObjectDamaged, ObjectMissing } from "./types.ts";

export const storeRoute = `${storePath}/:store/*`;
const largestBody = Math.max(largestPlainMd5Bytes, uploadPartBytes);
const fullDisk = new Set(["ENOSPC", "EDQUOT"]);

interface Granted {
  store: FsStore;
  key: string;
  query: Record<string, string>;
}

export function addStoreRoutes(http: FastifyInstance, stores: Pick<OpenedStores, "local" | "secret">): void {
  /** @throws Refused 403 unless we have signed exactly this and it is not over */
  function demandGrant({ params, query: asked }: FastifyRequest, method: AddressMethod): Granted {
    const { store: name, "*": key } = params as { store: string; "*": string };
    const { [signatureMember]: signature, ...query } = asked as Record<string, string>;
    const isPlain = [signature, ...Object.values(query)].every((value) => typeof value === "string");
    const path = `${storePath}/${name}/${key}`;
    const isOurs = isPlain && isSigned(stores.secret, { method, path, query }, signature, Date.now());
    const store = isOurs ? stores.local(name) : null;
    if (store === null) throw new Refused(403, storeText.badAddress);
    return { store, key: demandKey(key), query };
  }

  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null)); // the handler reads the body itself
    scope.addHook("onSend", async (_request, reply) => {
      reply.header("content-security-policy", "sandbox; default-src 'none'");
    });
    scope.route({
      method: "PUT",
      url: storeRoute,
      bodyLimit: largestBody,
      config: { hasLongBody: true },
      handler: (request, reply) => put(request, reply, demandGrant(request, "PUT")),
    });
    scope.route({
      method: "GET",
      url: storeRoute,
      exposeHeadRoute: false,
      handler: (request, reply) => get(request, reply, demandGrant(request, "GET")),
    });
  });
}

async function put(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, key, query }: Granted,
): Promise<FastifyReply> {
  const size = Number(query.size);
  const length = request.headers["content-length"];
  if (length === undefined) throw new Refused(411, storeText.lengthNeeded);
  if (Number(length) !== size) throw new Refused(400, storeText.wrongLength);
  const { raw: body } = request;
  reply.header("cache-control", "no-store");
  try {
    if (query.upload !== undefined) {
      const { etag } = await store.receivePart(key, query.upload, { body, part: Number(query.part), size });
      return reply.header("etag", `"${etag}"`).send();
    }
    if ((await store.receive(key, { body, size, md5: query.md5 })) === "other bytes")
      throw new Refused(400, storeText.otherBytes);
    return reply.header("etag", `"${query.md5}"`).send();
  } catch (error) {
    // What is still to come would stand before the next request of this connection.
    if (!body.complete) setImmediate(() => body.resume());
    throw refusalOf(error, body.destroyed || !body.complete);
  }
}

/** `isCut`: the body did not come to its end, so nobody may be there to hear what is answered. */
function refusalOf(error: unknown, isCut: boolean): unknown {
  if (error instanceof ObjectMissing) return new Refused(404, storeText.partGone);
  if (error instanceof WrongLength) return new Refused(400, storeText.wrongLength);
  if (fullDisk.has((error as NodeJS.ErrnoException).code ?? "")) return new Refused(507, storeText.full);
  return isCut && !(error instanceof Refused) ? new Refused(400, storeText.interrupted) : error;
}

async function get(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, key, query }: Granted,
): Promise<FastifyReply> {
  const facts = await store.head(key).catch((error: unknown) => {
    throw error instanceof ObjectDamaged ? new Refused(409, storeText.damaged) : error;
  });
  if (facts === null) throw new Refused(404, storeText.noObject);
  const etag = `"${facts.etag}"`;
  const range = byteRangeOf(request.headers, { etag, size: facts.size });
  reply.headers({
    "cache-control": "private, no-store",
    "content-disposition": attachment(query.name ?? ""),
    "accept-ranges": "bytes",
    etag,
  });
  reply.type(safeType(query.type ?? ""));
  if (range === "unsatisfiable") return reply.code(416).header("content-range", `bytes */${facts.size}`).send();
  const { start, end } = range ?? { start: 0, end: facts.size };
  if (range !== null) reply.code(206).header("content-range", `bytes ${start}-${end - 1}/${facts.size}`);
  reply.header("content-length", end - start);
  return reply.send(await store.get(key, { start, end }));
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its body may take longer to come than those of calls. */
    hasLongBody?: boolean;
  }
}

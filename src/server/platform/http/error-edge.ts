/** The one place where what was thrown becomes status, code and the user's text. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { refusalHeader } from "../../../protocol/route.ts";
import { accountText } from "../../../protocol/text/account-text.ts";
import { retryAfterAwaySeconds, serverText } from "../../../protocol/text/server-text.ts";
import { awayReason } from "../database/database-away.ts";
import { sqlState } from "../database/sql.ts";
import { Refused } from "./routes.ts";

/** SQLSTATEs of texts that PostgreSQL cannot hold (a zero byte, half a surrogate pair, the same within JSON): the request is at fault. */
const badText = new Set(["22021", "22P05", "22P02"]);

/** SQLSTATE of a row that belongs to one which was deleted meanwhile. */
const ownerGone = "23503";

/** SQLSTATE of a disk without room for what was to be written. */
const diskFull = "53100";

/** Fastify's error handler. Plain text with the code in a header where there is one, or JSON with `errorMessage` (and a code, where there is one) for calls declared so. */
export function answerError(error: FastifyError | Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isAway = awayReason(error) !== null;
  const status = isAway ? 503 : statusOf(error);
  const { url, config } = request.routeOptions;
  // Of a database that is away, or of a full disk, the log tells once (database-watch.ts, room-watch.ts).
  if (status === 500 || isAway) request.log.error({ err: error, route: url }, "http.failed");
  const sentence = isAway ? serverText.databaseAway : sentenceOf(error, status, config.declared?.hasBytes);
  reply.code(status);
  if (isAway) reply.header("retry-after", retryAfterAwaySeconds);
  if (error instanceof Refused && error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
  if (error instanceof Refused && error.told !== undefined) reply.header(refusalHeader, error.told.code);
  if (config.declared?.refusals === "errorMessage")
    return reply
      .type("application/json; charset=utf-8")
      .send(JSON.stringify({ errorMessage: sentence, ...(error instanceof Refused ? error.told : undefined) }));
  return reply.type("text/plain; charset=utf-8").send(sentence);
}

function statusOf(error: FastifyError | Refused): number {
  if (error instanceof Refused) return error.statusCode;
  const state = sqlState(error) ?? "";
  if (badText.has(state)) return 400;
  if (state === diskFull) return 507;
  if (state === ownerGone) return 409;
  return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500;
}

function sentenceOf(error: FastifyError | Refused, status: number, hasBytes = false): string {
  if (error instanceof Refused) return error.message;
  if ("validation" in error && error.validation) return accountText.refused.badForm;
  switch (status) {
    case 409:
      return serverText.deletedMeanwhile;
    case 413:
      return "The request is too large.";
    case 415:
      return hasBytes ? "The request must be application/octet-stream." : "The request must be JSON.";
    case 500:
      return "The server could not answer. Please try again.";
    case 507:
      return serverText.diskFull;
    default:
      return "The request cannot be read.";
  }
}

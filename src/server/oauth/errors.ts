/** Refusals of the token endpoint as RFC 6749 5.2 wants them, of the userinfo endpoint as RFC 6750 3.1 does. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { retryAfterAwaySeconds, serverText } from "../../protocol/text/server-text.ts";
import { awayReason } from "../platform/database/database-away.ts";
import { Refused } from "../platform/http/routes.ts";

export type OauthCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unsupported_grant_type"
  | "invalid_token";

export class OauthError extends Error {
  override readonly name = "OauthError";
  constructor(
    readonly code: OauthCode,
    message: string,
    /** The client used the Authorization header and is told so in kind. */
    readonly isBasic = false,
  ) {
    super(message);
  }
}

const challengeOf = ({ code, isBasic }: OauthError): string | undefined => {
  if (code === "invalid_token") return 'Bearer realm="CONNECT", error="invalid_token"';
  return isBasic ? 'Basic realm="CONNECT"' : undefined;
};

/** Fastify's error handler of the OAuth endpoints. */
export function answerOauthError(
  error: FastifyError | OauthError | Refused,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.header("cache-control", "no-store").header("pragma", "no-cache");
  if (error instanceof OauthError) {
    const challenge = challengeOf(error);
    if (challenge !== undefined) reply.header("www-authenticate", challenge);
    const isStranger = error.code === "invalid_client" || error.code === "invalid_token";
    return reply.code(isStranger ? 401 : 400).send({ error: error.code, error_description: error.message });
  }
  if (error instanceof Refused) {
    if (error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
    return reply.code(error.statusCode).send({ error: "temporarily_unavailable", error_description: error.message });
  }
  if (awayReason(error) !== null) {
    request.log.error({ err: error, route: request.routeOptions.url }, "http.failed");
    return reply
      .code(503)
      .header("retry-after", retryAfterAwaySeconds)
      .send({ error: "temporarily_unavailable", error_description: serverText.databaseAway });
  }
  if (error.statusCode !== undefined && error.statusCode < 500)
    return reply
      .code(error.statusCode)
      .send({ error: "invalid_request", error_description: "The request cannot be read." });
  request.log.error({ err: error, route: request.routeOptions.url }, "http.failed");
  return reply.code(500).send({ error: "server_error", error_description: "The server could not answer." });
}

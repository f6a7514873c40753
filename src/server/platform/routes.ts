/** Answers a declared route (src/protocol/routes.ts): the body is checked against its schema, the answer cut to its own. */
import type { FastifyInstance } from "fastify";
import type { AnswerOf, BodyOf, Route } from "../../protocol/routes.ts";

/** What a caller is told in so many words. Thrown by handlers; the edge makes it status and text. */
export class Refused extends Error {
  override readonly name = "Refused";
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

export function addRoute<R extends Route>(
  app: FastifyInstance,
  route: R,
  handle: (body: BodyOf<R>) => Promise<AnswerOf<R>>,
): void {
  app.post(route.path, { schema: { body: route.body, response: { 200: route.answer } } }, (request) =>
    handle(request.body as BodyOf<R>),
  );
}

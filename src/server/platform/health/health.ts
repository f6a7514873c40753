/** What a load balancer asks of every node. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { FastifyInstance } from "fastify";
import { isAnswering } from "../database/database.ts";

/** Whether a route is asked by load balancers, which call nodes by addresses of their own; there is nothing to find out. */
export const isHealthRoute = (url: string | undefined): boolean => url === "/healthz" || url === "/readyz";

/**
 * Adds /healthz and /readyz. `notices`: what is wrong with the installation, one sentence each; while there is one the node
 * is not ready, and says why. Returns the function after which both answer that the node stops.
 */
export function addHealthRoutes(
  http: FastifyInstance,
  db: Pick<NodePgDatabase, "execute">,
  notices: () => readonly string[] = () => [],
): () => void {
  let isStopping = false;
  let asked: Promise<boolean> | null = null;
  // Anybody may ask, however often: those who ask meanwhile have the same answer, and the database is asked once.
  const isThere = (): Promise<boolean> => {
    asked ??= isAnswering(db).finally(() => {
      asked = null;
    });
    return asked;
  };
  http.get("/healthz", (_request, reply) =>
    isStopping ? reply.code(503).send({ status: "stopping" }) : reply.send({ status: "ok" }),
  );
  http.get("/readyz", async (_request, reply) => {
    const isReady = !isStopping && (await isThere());
    // A disk without a byte takes the embedded database with it: then that is the reason.
    const [reason] = isStopping ? [] : notices();
    if (reason !== undefined) return reply.code(503).send({ status: "not ready", reason });
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not ready" });
  });
  return () => {
    isStopping = true;
  };
}

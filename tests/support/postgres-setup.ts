/** Starts PostgreSQL for the project "contract-postgres", or takes the one of CONNECT_TEST_DATABASE_URL. */
import type { TestProject } from "vitest/node";
import { findPostgres, startPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.CONNECT_TEST_DATABASE_URL;
  if (given) {
    project.provide("databaseUrl", given);
    return undefined;
  }
  const bin = findPostgres();
  if (bin === undefined) {
    project.provide("databaseUrl", "");
    return undefined;
  }
  const server = await startPostgres(bin);
  project.provide("databaseUrl", server.url);
  return server.stop;
}

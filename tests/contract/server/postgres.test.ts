/** Which database the project "contract-postgres" runs on. Where PostgreSQL is not installed it is the skip that is seen. */
import pg from "pg";
import { expect, it } from "vitest";
import { isOnPostgres } from "../../support/postgres.ts";

it.skipIf(!isOnPostgres())("the contract tests run on PostgreSQL 15 or newer (initdb and postgres)", async () => {
  const client = new pg.Client({ connectionString: process.env.CONNECT_TEST_DATABASE_URL });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version_num: string }>("show server_version_num");
    expect(Number(rows[0].server_version_num)).toBeGreaterThanOrEqual(150_000);
    const { rows: kinds } = await client.query<{ version: string }>("select version()");
    expect(kinds[0].version).toMatch(/^PostgreSQL/);
  } finally {
    await client.end();
  }
});

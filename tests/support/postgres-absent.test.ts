/** Stands for the project "contract-postgres" where it cannot run, so that its absence is seen. */
import { it } from "vitest";

it.skip(
  "runs the contract tests on PostgreSQL: initdb and postgres were not found (CONNECT_TEST_DATABASE_URL names a server)",
);

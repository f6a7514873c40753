/** Tells the test files of the project "contract-postgres" which PostgreSQL they run on. */
import { inject } from "vitest";

process.env.CONNECT_TEST_DATABASE_URL = inject("databaseUrl");

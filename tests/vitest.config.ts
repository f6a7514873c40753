import { fileURLToPath } from "node:url";
import wasm from "vite-plugin-wasm";
import { defineConfig } from "vitest/config";
import { coreAlias } from "../vite.config.ts";
import { findPostgres } from "./support/postgres.ts";

/** Contract tests about samples and files, or about the embedded database itself. */
const aboutSamples = [
  "import",
  "import-cns",
  "import-kill",
  "import-natus",
  "ingest-medications",
  "ingest-samples",
  "page-refusals",
  "page-seams",
  "pages",
  "start-problems",
  "store-fs",
  "store-s3",
  "upload-kill",
].map((name) => `tests/contract/${name}.test.ts`);
/** Each file has servers, databases and folders of its own; they wait more than they compute. */
const contractWorkers = 2;
const hasPostgres = Boolean(process.env.CONNECT_TEST_DATABASE_URL) || findPostgres() !== undefined;

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  resolve: { alias: coreAlias },
  plugins: [wasm()],
  test: {
    env: { TZ: "Pacific/Auckland" },
    // Ends what hangs; nothing is proved by being quicker than that.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Awaited events come late on a busy machine; a second, the default, is not a long time there.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "tests/architecture.test.ts", "tests/dependencies.test.ts"],
        },
      },
      { extends: true, test: { name: "golden", include: ["tests/golden/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          exclude: ["tests/contract/postgres.test.ts"],
          maxWorkers: contractWorkers,
        },
      },
      {
        extends: true,
        test: {
          name: "contract-postgres",
          include: hasPostgres
            ? ["tests/contract/**/*.test.ts", "src/server/platform/bus.test.ts"]
            : ["tests/contract/postgres.test.ts"],
          exclude: aboutSamples,
          maxWorkers: contractWorkers,
          globalSetup: ["tests/support/postgres-setup.ts"],
          setupFiles: ["tests/support/postgres-worker.ts"],
        },
      },
    ],
  },
});

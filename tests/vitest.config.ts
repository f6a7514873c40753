import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wasm from "vite-plugin-wasm";
import { defineConfig } from "vitest/config";
import { coreAlias } from "../vite.config.ts";
import { findPostgres } from "./support/postgres.ts";

const contract = (...names: string[]) => names.map((name) => `tests/contract/*/${name}.test.ts`);
/** Contract tests about samples, files and the process, or about the embedded database itself. */
const aboutSamples = contract(
  "analysis",
  "analysis-vectors",
  "annotation-kill",
  "bins",
  "compression",
  "damage",
  "damage-analysis",
  "damage-pages",
  "damage-s3",
  "damage-table",
  "deploy",
  "eeg-service",
  "eeg-trends",
  "files-csv",
  "import",
  "import-cns",
  "import-kill",
  "import-natus",
  "ingest-medications",
  "ingest-samples",
  "live-kill",
  "page-code",
  "page-refusals",
  "overviews",
  "optimum",
  "page-seams",
  "pages",
  "review-kill",
  "sd-events",
  "socket-fairness",
  "start-problems",
  "start-settings",
  "store-fs",
  "store-s3",
  "trend-answers",
  "trend-export",
  "upload-kill",
);
/**
 * Contract tests about the network, rights, limits, work under way and bytes: what they ask of a database, those of people,
 * patients, documents, displays, files, forms and uploads ask too, on both kinds. On PostgreSQL alone where there is one.
 */
const onOneDatabase = contract(
  "account-forms",
  "accounts-security",
  "accounts-workspace",
  "admin-activity",
  "admin-reach",
  "coverage",
  "displays-limits",
  "email-change",
  "empty-bodies",
  "files-downloads",
  "full-disk",
  "growing",
  "growing-analysis",
  "growing-feed",
  "growing-pages",
  "headers",
  "http",
  "ingest-kill",
  "ingest-uploads",
  "live",
  "live-sender",
  "live-upkeep",
  "mail",
  "matrix",
  "metrics",
  "nginx",
  "oauth",
  "pipeline-files",
  "pipeline-rights",
  "pipelines",
  "prefetch",
  "progress",
  "reading-limits",
  "readings",
  "readings-calls",
  "recording-access",
  "shared-views",
  "sign-in-bounds",
  "slow-reader",
  "upload-declare",
  "upload-foreign",
  "upload-parts",
  "upload-quota",
  "upload-told",
);
/** Each file has servers, databases and folders of its own. Vitest alone would leave one of two cores idle. */
const maxWorkers = 2;
/** These tests hold all that they have within their file: a worker reads the modules that they share once, and not for each of them. */
const isolate = false;
/** From Node 25 on `localStorage` is Node's own, without a file and so of no use: the documents of tests bring theirs. */
const execArgv = "localStorage" in globalThis ? ["--no-experimental-webstorage"] : [];
const root = fileURLToPath(new URL("..", import.meta.url));
/** Unit tests by what they say of themselves. */
const unitTests = (kind: RegExp) =>
  readdirSync(`${root}/src`, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => `src/${path}`)
    .filter((path) => kind.test(readFileSync(`${root}/${path}`, "utf8")));
/** Those that put other modules in the place of some have modules of their own. */
const unitTestsAlone = unitTests(/\bvi\.mock\(/);
/** Those that need a document share one, and React with it, in each worker. */
const unitTestsOfDocuments = unitTests(/@vitest-environment/).filter((path) => !unitTestsAlone.includes(path));
/**
 * Contract tests of what browser tests do on the embedded database as well, screen by screen (tests/browser): on PostgreSQL
 * alone where there is one. On both kinds stay those of accounts, annotations, documents, patients and jobs, of backup and
 * export, and of what becomes of writes, whose tables the others read and write in the same ways.
 */
const inBrowserTestsToo = contract(
  "admin-invite",
  "admin-roles",
  "admin-studies",
  "admin-users",
  "admission",
  "displays",
  "event-reviews",
  "event-reviews-agreement",
  "files",
  "files-results",
  "forms",
  "montages",
  "news",
  "patient-sums",
  "shortcuts",
  "upload-ends",
  "upload-specification",
  "upload-transfer",
);
const hasPostgres = Boolean(process.env.CONNECT_TEST_DATABASE_URL) || findPostgres() !== undefined;

export default defineConfig({
  root,
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
          isolate,
          maxWorkers,
          include: [
            "src/**/*.test.{ts,tsx}",
            "tests/architecture.test.ts",
            "tests/dependencies.test.ts",
            "tests/references.test.ts",
          ],
          exclude: [...unitTestsAlone, ...unitTestsOfDocuments],
        },
      },
      {
        extends: true,
        test: {
          name: "unit-documents",
          isolate,
          maxWorkers,
          environment: "happy-dom",
          execArgv,
          setupFiles: ["tests/support/fresh-document.ts"],
          include: unitTestsOfDocuments,
        },
      },
      { extends: true, test: { name: "unit-alone", maxWorkers, include: unitTestsAlone } },
      { extends: true, test: { name: "golden", maxWorkers, include: ["tests/golden/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "contract",
          isolate,
          include: ["tests/contract/**/*.test.ts"],
          // Moving data begins and ends embedded, with PostgreSQL between: the other project does both.
          exclude: [
            ...contract("postgres"),
            ...(hasPostgres ? [...contract("export"), ...onOneDatabase, ...inBrowserTestsToo] : []),
          ],
          maxWorkers,
        },
      },
      {
        extends: true,
        test: {
          name: "contract-postgres",
          isolate,
          include: hasPostgres
            ? ["tests/contract/**/*.test.ts", "src/server/platform/bus/bus.test.ts"]
            : contract("postgres"),
          exclude: aboutSamples,
          maxWorkers,
          globalSetup: ["tests/support/postgres-setup.ts"],
          setupFiles: ["tests/support/postgres-worker.ts"],
        },
      },
    ],
  },
});

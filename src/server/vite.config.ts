import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** Every file that Node starts by itself: the server, its worker threads and the command-line tools. */
const entries: Record<string, string> = {
  main: "src/server/main.ts",
  import: "src/server/import.ts",
  inspect: "src/server/inspect.ts",
  live: "src/server/live.ts",
  verify: "src/server/verify.ts",
  "export-data": "src/server/data/export-data.ts",
  "import-data": "src/server/data/import-data.ts",
  backup: "src/server/data/backup.ts",
  restore: "src/server/data/restore.ts",
  "database-worker": "src/server/platform/database/database-worker.ts",
  "compute-worker": "src/server/query/compute-worker.ts",
  "import-worker": "src/server/ingest/import-worker.ts",
  "ingest-worker": "src/server/ingest/ingest-worker.ts",
  "pipeline-worker": "src/server/pipelines/pipeline-worker.ts",
  "trend-file-worker": "src/server/trend-export/trend-file-worker.ts",
  "inspect-worker": "src/server/ingest/inspect-worker.ts",
  "csv-worker": "src/server/files/csv/csv-worker.ts",
};
/** `--mode bench` builds the bench suite into a folder of its own; nothing of the product needs it. */
const benchEntries: Record<string, string> = { bench: "bench/main.ts", "load-abuser": "bench/load-abuser.ts" };
const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Bundled: packages of many small modules, because every start and every worker thread would load hundreds of files of them. */
export const bundled = ["drizzle-orm", "typebox"];

export default defineConfig(({ mode }) => ({
  root: at("."),
  ssr: { noExternal: bundled },
  build: {
    ssr: true,
    target: "node20",
    outDir: at(mode === "bench" ? "dist/bench" : "dist/server"),
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: Object.fromEntries(
        Object.entries(mode === "bench" ? benchEntries : entries).map(([name, path]) => [name, at(path)]),
      ),
      output: { entryFileNames: "[name].js" },
    },
  },
}));

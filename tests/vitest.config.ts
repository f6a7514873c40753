import { fileURLToPath } from "node:url";
import wasm from "vite-plugin-wasm";
import { defineConfig } from "vitest/config";
import { coreAlias } from "../vite.config.ts";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  resolve: { alias: coreAlias },
  plugins: [wasm()],
  test: {
    env: { TZ: "Pacific/Auckland" },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "unit", include: ["src/**/*.test.{ts,tsx}", "tests/architecture.test.ts"] } },
      { extends: true, test: { name: "golden", include: ["tests/golden/**/*.test.ts"] } },
      { extends: true, test: { name: "contract", include: ["tests/contract/**/*.test.ts"], fileParallelism: false } },
    ],
  },
});

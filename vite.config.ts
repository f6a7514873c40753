import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import wasm from "vite-plugin-wasm";

/** COOP and COEP make the page cross-origin isolated, which shared WASM memory needs. The product's server sends the same. */
export const isolationHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** The core imports `env.memory`; this is the file that owns it. */
export const coreAlias = { env: fileURLToPath(new URL("./src/signal/memory.ts", import.meta.url)) };

const inApp = (path: string) => fileURLToPath(new URL(`./src/app/${path}`, import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL("./src/app", import.meta.url)),
  publicDir: false,
  resolve: { alias: { ...coreAlias, typebox: inApp("no-schemas.ts") } },
  plugins: [react(), wasm()],
  // One file each: what a worker imports would be asked for only after it.
  worker: {
    format: "es",
    plugins: () => [wasm()],
    rolldownOptions: { output: { codeSplitting: false } },
  },
  build: {
    target: "esnext",
    outDir: fileURLToPath(new URL("./dist/web", import.meta.url)),
    emptyOutDir: true,
    manifest: true, // read by src/server/platform/http/early-files.ts
    assetsInlineLimit: 0,
    // Few files: each costs a share of a round, which counts where rounds are long (measured in src/app/README.md).
    rolldownOptions: {
      input: { index: inApp("index.html"), early: inApp("early.ts") },
      output: {
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], test: /(?<!src[\\/]app[\\/]early\.ts)$/, priority: 1 },
            { name: "icons", test: /node_modules[\\/]lucide-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
});

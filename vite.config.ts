import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type InlineConfig, type Plugin, type Rolldown } from "vite";
import wasm from "vite-plugin-wasm";

/** COOP and COEP make the page cross-origin isolated, which shared WASM memory needs. The product's server sends the same. */
export const isolationHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** The core imports `env.memory`; this is the file that owns it. */
export const coreAlias = { env: fileURLToPath(new URL("./src/signal/memory.ts", import.meta.url)) };

const inApp = (path: string) => fileURLToPath(new URL(`./src/app/${path}`, import.meta.url));

/** What a review loads before its first picture (src/server/platform/http/early-files.ts names it in the page). */
const firstOfReview = ["review/index.ts", "review/windows/eeg_montage/index.ts", "../signal/raster-browser.ts"].map(
  inApp,
);
const isOfReview = (id: string) => id.startsWith(inApp("review/"));

/** Files of which nearly all runs before the first picture. */
const ofFirstPicture = new Set(["start", "shared", "review"]);
/** Chromium compiles all functions of the file beside the page's own thread, and keeps them, instead of each when it is first called. */
const compileWhole: Plugin = {
  name: "compile-whole",
  enforce: "post",
  generateBundle: {
    order: "post", // after the minifier, which takes comments away, and what Vite puts first: it counts in the first line alone
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "chunk" && ofFirstPicture.has(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

/** `fileOf`: the name of the file that a module goes into, null for the bundler's own choice. */
const application = (fileOf: (module: string) => string | null): InlineConfig => ({
  root: fileURLToPath(new URL("./src/app", import.meta.url)),
  publicDir: false,
  resolve: { alias: { ...coreAlias, typebox: inApp("no-schemas.ts") } },
  plugins: [react(), wasm(), compileWhole],
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
            { name: "start", tags: ["$initial"], test: /(?<!src[\\/]app[\\/]early\.ts)$/, priority: 2 },
            // Their dependencies are files of these groups already, or stay where no other page needs them.
            { name: fileOf, debugName: "review", priority: 1, includeDependenciesRecursively: false },
            { name: "icons", test: /node_modules[\\/]lucide-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
});

/**
 * The modules of a review's first picture as two files: `shared` with what other pages load too, and `review`. Left alone they are a
 * hundred, one for each set of pages that has some of them in common. Which of a package's modules a page needs is known
 * only once they are bundled, so it is read from a build that is not written.
 */
async function filesOfReview(): Promise<(module: string) => string | null> {
  const alone = application(() => null);
  const built = await build({
    ...alone,
    configFile: false,
    logLevel: "error",
    build: { ...alone.build, write: false },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === "chunk");
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loads = (isFirst: (entry: Rolldown.OutputChunk) => boolean) => {
    const loaded = new Set(chunks.filter(isFirst));
    for (const { imports } of loaded) for (const name of imports) loaded.add(named.get(name) as Rolldown.OutputChunk);
    return loaded;
  };
  const page = loads(({ isEntry }) => isEntry);
  const review = loads(({ facadeModuleId }) => firstOfReview.includes(facadeModuleId ?? ""));
  const elsewhere = loads(
    ({ isDynamicEntry, facadeModuleId: id }) =>
      isDynamicEntry && id !== null && !firstOfReview.includes(id) && !isOfReview(id),
  );
  const files = new Map<string, string>();
  for (const chunk of review)
    if (!page.has(chunk))
      for (const module of chunk.moduleIds) files.set(module, elsewhere.has(chunk) ? "shared" : "review");
  return (module) => files.get(module) ?? null;
}

export default defineConfig(async ({ command }) =>
  application(command === "build" ? await filesOfReview() : () => null),
);

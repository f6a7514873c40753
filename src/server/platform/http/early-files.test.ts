import { expect, it } from "vitest";
import { linksOf } from "./early-files.ts";

const manifest = {
  "page.ts": { file: "assets/page.js", imports: ["_shared.js", "_known.js"], css: ["assets/page.css"] },
  "kernel.ts": { file: "assets/kernel.js", assets: ["assets/kernel.wasm", "assets/worker.js"] },
  "_shared.js": { file: "assets/shared.js", imports: ["_known.js", "page.ts"] },
  "_known.js": { file: "assets/known.js" },
};

it("names what the modules load, each once and not what the page names itself", () => {
  const page = '<script src="/assets/known.js"></script>';
  expect(linksOf(manifest, ["page.ts", "page.ts"], page)).toBe(
    '<link rel="modulepreload" crossorigin href="/assets/page.js">' +
      '<link rel="preload" as="style" crossorigin href="/assets/page.css">' +
      '<link rel="modulepreload" crossorigin href="/assets/shared.js">',
  );
  expect(linksOf(manifest, ["kernel.ts"], page)).toBe(
    '<link rel="modulepreload" crossorigin href="/assets/kernel.js">' +
      '<link rel="preload" as="fetch" crossorigin href="/assets/kernel.wasm">',
  );
  expect(linksOf(manifest, ["gone.ts"], page)).toBe("");
});

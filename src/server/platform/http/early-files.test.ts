import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { linksOf, manifestPath, pagesWithLinks } from "./early-files.ts";

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

it("stands the script that begins the first calls before all else in every page, and none that was not built", () => {
  const root = mkdtempSync(join(tmpdir(), "connect-web-"));
  mkdirSync(join(root, ".vite"));
  const index = '<head><title>C</title><link href="/a.css"><script src="/assets/start.js"></script></head>';
  const script = 'const cost = "$&$1";\n';
  writeFileSync(join(root, "early.js"), script);
  const served = (built: object) => {
    writeFileSync(manifestPath(root), JSON.stringify(built));
    return pagesWithLinks(root, index);
  };
  const { at, scriptHash } = served({ "early.ts": { file: "early.js" } });
  for (const path of ["/data/visualize", "/review/1"])
    expect(at(path)).toBe(index.replace("<title>", () => `<script>${script}</script><title>`));
  expect(scriptHash).toBe(`sha256-${createHash("sha256").update(script).digest("base64")}`);
  const none = served({});
  expect([none.at("/"), none.scriptHash]).toEqual([index, null]);
  rmSync(root, { recursive: true });
});

it("names few files in the page of a review that was built: each costs time of its own", () => {
  const root = fileURLToPath(new URL("../../../../dist/web/", import.meta.url));
  const page = pagesWithLinks(root, readFileSync(join(root, "index.html"), "utf8")).at("/review/1");
  const files = [...page.matchAll(/(?:href|src)="\/assets\/([^"]+)\.(?:js|css)"/g)].map(([, name]) => name);
  expect(files.some((name) => name.startsWith("review-"))).toBe(true);
  expect(files.length).toBeLessThanOrEqual(15);
});

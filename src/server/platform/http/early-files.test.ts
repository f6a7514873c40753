import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { linksOf, manifestPath, pagesWithLinks } from "./early-files.ts";
import type { Opened } from "./opened-before.ts";

const never: Opened = { pages: 0, reviews: 0, keepsNothing: false };

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

it("asks for scripts as scripts where a browser has them compiled, each after the one that begins the first calls", () => {
  const root = mkdtempSync(join(tmpdir(), "connect-web-"));
  mkdirSync(join(root, ".vite"));
  const built = {
    "early.ts": { file: "assets/early.js" },
    "review/index.ts": { file: "assets/review.js", imports: ["_start.js"] },
    "_start.js": { file: "assets/start.js" },
  };
  writeFileSync(manifestPath(root), JSON.stringify(built));
  const pages = pagesWithLinks(root, '<head><script type="module" crossorigin src="/assets/start.js"></script></head>');
  const linksAt = (path: string, opened: Opened) =>
    [...pages.at(path, opened).matchAll(/<(?:link|script) .*?>/g)].join("");
  const early = '<script fetchpriority="high" crossorigin src="/assets/early.js">';
  const start = '<script type="module" crossorigin src="/assets/start.js">';
  const kept = (file: string) => `<link rel="preload" as="script" crossorigin href="/assets/${file}">`;
  const review = '<link rel="modulepreload" crossorigin href="/assets/review.js">';
  expect(linksAt("/review/1", { ...never, pages: 1, reviews: 1 })).toBe(early + start + review);
  expect(linksAt("/review/1", { ...never, pages: 2, reviews: 1 })).toBe(early + kept("start.js") + start + review);
  expect(linksAt("/data/review/a/b/c/1/d", { ...never, pages: 2, reviews: 2 })).toBe(
    early + kept("start.js") + start + kept("review.js"),
  );
  expect(linksAt("/patients", { ...never, pages: 2, reviews: 2 })).toBe(early + kept("start.js") + start);
  expect(linksAt("/review/1", { pages: 2, reviews: 2, keepsNothing: true })).toBe(early + start + review);
  expect([pages.isReview("/review/1"), pages.isReview("/patients")]).toEqual([true, false]);
  rmSync(root, { recursive: true });
});

it("names the script that begins the first calls before all others, in every page, and none that was not built", () => {
  const root = mkdtempSync(join(tmpdir(), "connect-web-"));
  mkdirSync(join(root, ".vite"));
  const index = '<head><script src="/assets/start.js"></script><script src="/assets/more.js"></script></head>';
  const pageOf = (built: object, path: string) => {
    writeFileSync(manifestPath(root), JSON.stringify(built));
    return pagesWithLinks(root, index).at(path, never);
  };
  const early = '<script fetchpriority="high" crossorigin src="/assets/early.js"></script>';
  for (const path of ["/data/visualize", "/review/1"])
    expect(pageOf({ "early.ts": { file: "assets/early.js" } }, path)).toBe(index.replace("<head>", `<head>${early}`));
  expect(pageOf({}, "/")).toBe(index);
  rmSync(root, { recursive: true });
});

it("names few files in the page of a review that was built: each costs time of its own", () => {
  const root = fileURLToPath(new URL("../../../../dist/web/", import.meta.url));
  const page = pagesWithLinks(root, readFileSync(join(root, "index.html"), "utf8")).at("/review/1", never);
  const files = [...page.matchAll(/(?:href|src)="\/assets\/([^"]+)\.(?:js|css)"/g)].map(([, name]) => name);
  expect(files.some((name) => name.startsWith("review-"))).toBe(true);
  expect(files.length).toBeLessThanOrEqual(15);
  // What nearly all runs before the first picture is compiled as a whole, which a browser is told in the first line alone.
  for (const kind of ["start", "review", "shared"])
    for (const name of files.filter((file) => file.startsWith(`${kind}-`)))
      if (existsSync(join(root, "assets", `${name}.js`)))
        expect(readFileSync(join(root, "assets", `${name}.js`), "utf8")).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

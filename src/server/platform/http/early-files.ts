/** What a page of the web application loads after its first scripts, named in the page itself so that it is fetched beside them. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keptAfter, type Opened } from "./opened-before.ts";

/** Vite's description of a built file, as far as it is used. */
interface BuiltFile {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
type Manifest = Readonly<Record<string, BuiltFile>>;

/** Modules, named from src/app, that draw a review: the page itself, the window it opens with, and the rasteriser it draws with. */
const review = ["review/index.ts", "review/windows/eeg_montage/index.ts", "../signal/raster-browser.ts"];
/** Pages by the beginning of their addresses. */
const pages: readonly [prefix: string, modules: readonly string[]][] = [
  ["/review/", review],
  ["/data/review/", review],
];

/**
 * Links to everything that the modules load and the page does not name yet; none for a module that was not built. Scripts are asked for
 * as `relation` says: a `modulepreload` is compiled while it arrives, a `preload` of a script is looked for among those compiled before.
 */
export function linksOf(
  manifest: Manifest,
  modules: readonly string[],
  page: string,
  relation: ScriptRelation = "modulepreload",
): string {
  const files = new Set<string>();
  const visit = (name: string) => {
    const built = manifest[name];
    if (built === undefined || files.has(built.file)) return;
    files.add(built.file);
    for (const style of built.css ?? []) files.add(style);
    for (const asset of built.assets ?? []) if (asset.endsWith(".wasm")) files.add(asset);
    built.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return [...files]
    .map((file) => `/${file}`)
    .filter((address) => !page.includes(`"${address}"`))
    .map((address) => link(address, relation))
    .join("");
}

/** The value of `rel`, with what belongs to it. */
type ScriptRelation = "modulepreload" | 'preload" as="script';
const relationFor = (times: number, { keepsNothing }: Opened): ScriptRelation =>
  times < keptAfter || keepsNothing ? "modulepreload" : 'preload" as="script';

function link(address: string, ofScript: ScriptRelation): string {
  const relation = address.endsWith(".css")
    ? 'preload" as="style'
    : address.endsWith(".wasm")
      ? 'preload" as="fetch'
      : ofScript;
  return `<link rel="${relation}" crossorigin href="${address}">`;
}

/** Where a build describes itself. */
export const manifestPath = (root: string): string => join(root, ".vite", "manifest.json");

/** Begins the first calls of a page while its scripts are on their way. No module: it runs before any of those is compiled. */
const earlyScript = "early.ts";

/** The built application's page for every path. */
export interface BuiltPages {
  /** Differs between any two builds. */
  readonly build: string;
  isReview(path: string): boolean;
  /** The page that is asked for by `path`, for a browser that has opened so many of this build before. */
  at(path: string, opened: Opened): string;
}

/** Pages of the built application in `root`, made of its page `index` and links to what they load. */
export function pagesWithLinks(root: string, index: string): BuiltPages {
  const text = readFileSync(manifestPath(root), "utf8");
  const manifest = JSON.parse(text) as Manifest;
  const own = [...index.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, address]) => address);
  const made = new Map<string, string>();
  const modulesAt = (path: string) => pages.find(([prefix]) => path.startsWith(prefix))?.[1];
  const make = (modules: readonly string[], first: ScriptRelation, more: ScriptRelation): string => {
    const kept = first === "modulepreload" ? "" : own.map((address) => link(address, first)).join("");
    const page = index.replace("<script ", `${scriptOf(manifest)}${kept}<script `);
    return page.replace("</head>", `${linksOf(manifest, modules, page, more)}</head>`);
  };
  return {
    build: createHash("sha256").update(text).digest("hex").slice(0, 12),
    isReview: (path) => modulesAt(path) !== undefined,
    at(path, opened) {
      const modules = modulesAt(path) ?? [];
      const [first, more] = [relationFor(opened.pages, opened), relationFor(opened.reviews, opened)];
      const name = `${modules.length} ${first} ${more}`;
      const page = made.get(name) ?? make(modules, first, more);
      made.set(name, page);
      return page;
    },
  };
}

function scriptOf(manifest: Manifest): string {
  const built = manifest[earlyScript];
  return built === undefined ? "" : `<script fetchpriority="high" crossorigin src="/${built.file}"></script>`;
}

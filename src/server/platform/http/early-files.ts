/** What a page of the web application loads after its first scripts, named in the page itself so that it is fetched beside them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

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

/** Links to everything that the modules load and the page does not name yet; none for a module that was not built. */
export function linksOf(manifest: Manifest, modules: readonly string[], page: string): string {
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
    .map((address) => `<link rel="${relationOf(address)}" crossorigin href="${address}">`)
    .join("");
}

function relationOf(address: string): string {
  if (address.endsWith(".css")) return 'preload" as="style';
  return address.endsWith(".wasm") ? 'preload" as="fetch' : "modulepreload";
}

/** Where a build describes itself. */
export const manifestPath = (root: string): string => join(root, ".vite", "manifest.json");

/** Begins the first calls of a page while its scripts are on their way. No module: it runs before any of those is compiled. */
const earlyScript = "early.ts";

/** The page `index` of the built application in `root` with its links, by the path it is asked for. */
export function pagesWithLinks(root: string, index: string): (path: string) => string {
  const manifest = JSON.parse(readFileSync(manifestPath(root), "utf8")) as Manifest;
  const page = index.replace("<script ", `${scriptOf(manifest)}<script `);
  const made = pages.map(([prefix, modules]) => ({
    prefix,
    page: page.replace("</head>", `${linksOf(manifest, modules, page)}</head>`),
  }));
  return (path) => made.find(({ prefix }) => path.startsWith(prefix))?.page ?? page;
}

function scriptOf(manifest: Manifest): string {
  const built = manifest[earlyScript];
  return built === undefined ? "" : `<script fetchpriority="high" crossorigin src="/${built.file}"></script>`;
}

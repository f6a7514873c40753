/** Direct dependencies are few, exact and each here for a reason; what is installed with them is free and runs nothing. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bundled } from "../src/server/vite.config.ts";

/** Why each package is here. A new one needs a line, and nothing is listed that is gone. */
const reasons = {
  dependencies: {
    "@duckdb/node-api": "searches and sorts CSV files of any size",
    "@aws-sdk/client-s3": "objects in S3-compatible services",
    "@aws-sdk/s3-request-presigner": "addresses that let browsers reach them",
    "@e965/xlsx": "reads xlsx and xls",
    "@electric-sql/pglite": "the embedded database: PostgreSQL without an installation or a native build",
    "@electric-sql/pglite-socket": "lets the one driver reach the embedded database in its thread",
    "@fastify/helmet": "headers of every answer",
    "@fastify/static": "serves the built web application",
    "@fontsource-variable/inter": "the typeface, served by ourselves",
    "@internationalized/date": "time zones and daylight saving",
    "@node-rs/argon2": "argon2id off the main thread, prebuilt",
    "@tanstack/react-query": "server state of portal and administration",
    "@tanstack/react-router": "typed routes and URL state",
    "@tanstack/react-table": "state of the tables",
    "csv-parse": "reads csv, row by row",
    "drizzle-orm": "typed queries on both databases",
    fastify: "HTTP",
    h5wasm: "writes results of analyses as HDF5",
    "hash-wasm": "checksums: MD5 of what is uploaded, in a worker; of parts of archives, and of stored blocks",
    "lucide-react": "icons",
    nodemailer: "mail by SMTP",
    pg: "the driver of both databases",
    "prom-client": "numbers for the operator's monitoring",
    react: "the interface",
    "react-aria-components": "accessible controls",
    "react-dom": "the interface",
    "react-mosaic-component": "the review workspace's windows",
    "socket.io": "pages of samples to the browser",
    "socket.io-client": "pages of samples in the browser",
    typebox: "one schema for type, check and declaration",
    valtio: "state of the review workspace",
    yazl: "archives of directories, made while they are sent",
  },
  devDependencies: {
    "@axe-core/playwright": "accessibility of every screen",
    "@biomejs/biome": "format and lint",
    "@types/node": "types",
    "@types/nodemailer": "types",
    "@types/pg": "types",
    "@types/react": "types",
    "@types/react-dom": "types",
    "@types/smtp-server": "types",
    "@types/ws": "types",
    "@types/yazl": "types",
    "@vitejs/plugin-react": "builds the interface",
    "@webgpu/types": "types",
    assemblyscript: "compiles the core",
    "fast-check": "property tests",
    fontkit: "reads the outlines of our typeface when we build",
    gifenc: "writes GIFs that those of the EEG image service are compared with",
    "happy-dom": "a document for unit tests",
    oauth4webapi: "the independent client that proves our OAuth",
    playwright: "browser tests",
    "postal-mime": "reads the mails that tests receive",
    "smtp-server": "receives the mails of tests",
    typescript: "types",
    vite: "builds web application and server",
    "vite-plugin-wasm": "links the core",
    vitest: "tests",
    ws: "a plain socket to compare with in benches",
  },
} as const;

const permissive = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
  "Zlib",
]);
/** Other licences, each for one package. */
const exceptions: Record<string, string> = {
  h5wasm: "SEE LICENSE IN LICENSE.txt", // public domain of NIST, and the notice of HDF5 (BSD)
  "@fontsource-variable/inter": "OFL-1.1", // binds changed fonts alone, and we change none
};

interface Locked {
  version?: string;
  dev?: boolean;
  license?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
interface Installed {
  license?: string | { type?: string };
  licenses?: { type?: string }[];
  scripts?: Record<string, string>;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const read = <T>(path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as T;
const manifest = read<Record<keyof typeof reasons, Record<string, string>>>("package.json");
const lock = read<{ packages: Record<string, Locked> }>("package-lock.json").packages;
const production = Object.entries(lock).filter(([path, { dev }]) => path !== "" && !dev);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
/** Undefined for packages of other platforms, which are not installed here. */
const installed = (path: string) =>
  existsSync(join(root, path, "package.json")) ? read<Installed>(`${path}/package.json`) : undefined;

function licenceOf(path: string, { license }: Locked): string {
  const own = installed(path);
  const said = own?.license ?? own?.licenses?.map(({ type }) => type).join(" OR ");
  return license ?? (typeof said === "object" ? said.type : said) ?? "none";
}

it.each(["dependencies", "devDependencies"] as const)("%s are exact and each has its reason", (kind) => {
  expect(Object.keys(manifest[kind]).sort()).toEqual(Object.keys(reasons[kind]).sort());
  for (const [name, version] of Object.entries(manifest[kind])) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
    expect([name, lock[`node_modules/${name}`]?.version]).toEqual([name, version]);
  }
});

it("is installed without running anything", () => {
  const hooks = ["preinstall", "install", "postinstall"];
  const runs = production.filter(([path, { hasInstallScript }]) => {
    const scripts = installed(path)?.scripts ?? {};
    const builds = existsSync(join(root, path, "binding.gyp")); // npm runs node-gyp for it unasked
    return hasInstallScript === true || builds || hooks.some((hook) => hook in scripts);
  });
  expect(runs.map(([path]) => nameOf(path))).toEqual([]);
});

it("has no copyleft and no unknown licence", () => {
  expect(production.length).toBeGreaterThan(50);
  const isFree = (licence: string) =>
    licence
      .replace(/[()]/g, "")
      .split(" OR ")
      .some((choice) => choice.split(" AND ").every((part) => permissive.has(part.trim())));
  const others = production
    .map(([path, locked]) => [nameOf(path), licenceOf(path, locked)] as const)
    .filter(([name, licence]) => !isFree(licence) && exceptions[name] !== licence);
  expect(others).toEqual([]);
});

it("has no package that loads again, from its own folder, what is built into the server", () => {
  const again = production.flatMap(([path]) => {
    const { dependencies, peerDependencies } = lock[path];
    return Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => bundled.includes(name));
  });
  expect(again).toEqual([]);
});

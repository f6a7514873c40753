/** Compares the real imports with one written allow-list (src/README.md 3). Debts are declared by name, with the reason. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Folder -> folders it may import, and packages it may import. The longest matching folder wins. */
const allowed: Record<string, { folders: string[]; packages: string[] }> = {
  assembly: { folders: [], packages: [] },
  "src/protocol": { folders: [], packages: ["typebox"] },
  "src/domain": { folders: ["src/protocol"], packages: ["@internationalized/date"] },
  "src/signal": { folders: ["src/protocol", "src/domain", "build"], packages: ["node:*"] },
  "src/render": { folders: ["src/protocol", "src/domain", "src/signal", "shaders"], packages: [] },
  "src/picture": { folders: ["src/protocol", "src/domain", "src/signal", "src/render"], packages: [] },
  "src/feed": {
    folders: ["src/protocol", "src/domain", "src/signal"],
    packages: ["socket.io-client"],
  },
  "src/ui": {
    folders: [],
    packages: [
      "react",
      "react-dom",
      "react-aria-components",
      "@tanstack/react-table",
      "lucide-react",
      "@fontsource-variable/inter",
    ],
  },
  "src/app": {
    folders: ["src/protocol", "src/domain", "src/signal", "src/feed", "src/render", "src/picture", "src/ui"],
    packages: [
      "react",
      "react-dom",
      "react-aria-components",
      "react-mosaic-component",
      "@tanstack/react-router",
      "@tanstack/react-query",
      "@internationalized/date",
      "lucide-react",
      "socket.io-client",
      "valtio",
      "hash-wasm",
      "@e965/xlsx",
      "csv-parse",
    ],
  },
  "src/server": {
    folders: ["src/protocol", "src/domain", "src/signal"],
    packages: [
      "node:*",
      "fastify",
      "@fastify/*",
      "socket.io",
      "@aws-sdk/*",
      "nodemailer",
      "pg",
      "prom-client",
      "drizzle-orm",
      "@electric-sql/*",
      "@node-rs/argon2",
      "hash-wasm",
      "typebox",
      "@internationalized/date",
      "@duckdb/node-api",
      "@e965/xlsx",
      "csv-parse",
      "yazl",
      "h5wasm",
      "vite",
    ],
  },
  "src/server/cli": { folders: [], packages: ["node:*", "fontkit", "vite"] },
  // Draws pages as the windows do.
  "src/server/eeg-service": {
    folders: ["src/protocol", "src/domain", "src/signal", "src/render", "src/picture", "src/server"],
    packages: ["node:*", "typebox"],
  },
  bench: { folders: ["src", "build", "tests/support"], packages: ["node:*", "socket.io-client", "ws"] },
  tests: { folders: ["src", "bench", "build", "vite.config.ts"], packages: ["*"] },
};

/** Imports that break the list on purpose: "file -> target": why. */
const debts: Record<string, string> = {
  "src/feed/types.ts -> src/render/types.ts": "a tile is what the worker hands to the renderer; types only",
  "src/domain/upload/sheet-bounds.ts -> hash-wasm":
    "the checksum of archives, on both sides: numbers in, a number out, no clock and no network; one of our own would be slower",
};

/**
 * The slices (folders) of the two large parts, each with those it may import: from the floor up, so that there are no circles.
 * What lies beside them puts them together.
 */
const slices: Record<string, Record<string, string[]>> = {
  "src/server": {
    platform: [],
    cli: [],
    data: ["platform"],
    identity: ["platform"],
    patients: ["platform"],
    admin: ["identity", "platform"],
    oauth: ["identity", "platform"],
    documents: ["identity", "platform"],
    displays: ["documents", "platform"],
    shortcuts: ["documents", "platform"],
    forms: ["identity", "patients", "platform"],
    recordings: ["admin", "patients", "platform"],
    admission: ["identity", "patients", "platform", "recordings"],
    live: ["identity", "patients", "platform", "recordings"],
    montages: ["documents", "platform", "recordings"],
    annotations: ["identity", "patients", "platform", "recordings"],
    "event-reviews": ["annotations", "identity", "patients", "platform"],
    coverage: ["identity", "patients", "platform", "recordings"],
    analysis: ["platform", "recordings"],
    "eeg-service": ["platform", "recordings"],
    query: ["analysis", "eeg-service", "platform", "recordings"],
    pipelines: ["analysis", "documents", "identity", "patients", "platform", "recordings"],
    files: ["identity", "patients", "pipelines", "platform"],
    "trend-export": ["analysis", "annotations", "identity", "pipelines", "platform", "query", "recordings"],
    uploads: ["admin", "forms", "identity", "patients", "platform"],
    ingest: ["platform", "recordings", "uploads"],
    news: ["annotations", "event-reviews", "patients", "pipelines", "platform", "query", "recordings", "uploads"],
    prefetch: ["identity", "patients", "platform", "query", "recordings"],
    "shared-views": ["documents", "identity", "patients", "platform", "recordings"],
    "patient-lists": ["admin", "forms", "patients", "platform", "recordings", "uploads"],
  },
  "src/app": {
    session: [],
    screen: [],
    news: ["session"],
    documents: ["news", "session"],
    tables: ["session"],
    recordings: ["news", "session"],
    prefetch: ["session"],
    unsent: ["recordings", "session"],
    shell: ["documents", "session", "unsent"],
    account: ["screen", "session", "shell"],
    admin: ["documents", "session", "shell", "tables"],
    files: ["documents", "news", "session", "shell", "tables"],
    forms: ["documents", "news", "session", "shell"],
    upload: ["documents", "forms", "news", "session", "shell"],
    patients: ["documents", "news", "prefetch", "session", "shell", "tables", "upload"],
    patient: ["documents", "files", "forms", "news", "prefetch", "recordings", "session", "shell", "tables", "upload"],
    review: ["documents", "news", "prefetch", "recordings", "screen", "session", "shell", "unsent", "upload"],
    routes: [
      "account",
      "admin",
      "documents",
      "patient",
      "patients",
      "recordings",
      "review",
      "screen",
      "session",
      "shell",
      "unsent",
      "upload",
    ],
  },
};

/** Each table of the database is written by one slice; any may read it. `data` brings rows of all in and out, by name. */
const writers: Record<string, string[]> = {
  platform: ["job", "mail"],
  identity: [
    "app_user",
    "email_change",
    "known_device",
    "login_attempt",
    "login_count",
    "throttle",
    "token",
    "user_action",
  ],
  patients: ["patient"],
  admin: [
    "bucket",
    "email_domain",
    "project",
    "role",
    "role_permission",
    "site",
    "user_project",
    "user_role",
    "user_site",
    "workspace",
  ],
  annotations: ["annotation", "annotation_group", "annotation_head", "annotation_log"],
  "event-reviews": ["annotation_review", "annotation_review_head", "annotation_review_log"],
  coverage: ["coverage"],
  documents: ["document"],
  files: ["download_ticket"],
  recordings: ["recording"],
  live: ["gateway", "gateway_patient", "live_stream"],
  "shared-views": ["shared_view"],
  forms: ["patient_form"],
  uploads: ["upload", "upload_file", "upload_item", "upload_message"],
  ingest: ["medication"],
  pipelines: ["pipeline_run"],
  prefetch: ["prefetch", "prefetch_copy", "prefetch_node"],
};

/** What may stand at the top (src/README.md 3), besides dot-files and what git ignores. */
const topLevel = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "asconfig.json",
  "assembly",
  "src",
  "shaders",
  "tests",
  "bench",
  "README.md",
  "CHANGELOG.md",
];
const ignored = ["node_modules", "build", "dist", "data", "test-results"];

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return sourceFiles(path);
    return /\.(ts|tsx|mjs)$/.test(name) ? [path] : [];
  });
}

/** Every module a file names, relative ones resolved to a path from the root. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const pattern =
    /(?:^|[\s;])(?:import|export)\s(?:[^"'`;]*?\sfrom\s)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;
  return [...text.matchAll(pattern)].map((match) => {
    const target = (match[1] ?? match[2]).replace(/\?.*$/, "");
    return target.startsWith(".")
      ? relative(root, resolve(root, dirname(file), target))
          .split(sep)
          .join("/")
      : target;
  });
}

const longestPrefix = (path: string, names: string[]) =>
  names.filter((name) => path === name || path.startsWith(`${name}/`)).sort((a, b) => b.length - a.length)[0];

const isPackageAllowed = (name: string, packages: string[]) =>
  packages.some((allow) =>
    allow === "*" || allow.endsWith("*")
      ? name.startsWith(allow.slice(0, -1))
      : name === allow || name.startsWith(`${allow}/`),
  );

const files = ["assembly", "src", "tests", "bench"].flatMap(sourceFiles);

it("imports only what the allow-list names", () => {
  const offences: string[] = [];
  for (const file of files) {
    const own = longestPrefix(file, Object.keys(allowed));
    const rule = allowed[own];
    const isTest = /\.test\.tsx?$/.test(file);
    for (const target of importsOf(file)) {
      const pair = `${file} -> ${target}`;
      if (pair in debts) continue;
      const isPath = existsUnderRoot(target);
      if (isPath) {
        if (!longestPrefix(target, [own, ...rule.folders]))
          if (!isTest || !/^(src|tests)\//.test(target)) offences.push(pair);
      } else if (!isTest && !isPackageAllowed(target, rule.packages)) offences.push(pair);
    }
  }
  expect(offences).toEqual([]);
});

function existsUnderRoot(target: string): boolean {
  return /^(assembly|src|tests|bench|shaders|build|dist)\//.test(target) || target === "vite.config.ts";
}

it("never lets the browser's side reach the server or the server reach the browser's", () => {
  const offences = files
    .filter((file) => file.startsWith("src/"))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) =>
          file.startsWith("src/server/")
            ? /^src\/(app|ui|feed)\//.test(target) ||
              (/^src\/(render|picture)\//.test(target) && !file.startsWith("src/server/eeg-service/"))
            : target.startsWith("src/server/") && !/\.test\.tsx?$/.test(file),
        )
        .map((target) => `${file} -> ${target}`),
    );
  expect(offences).toEqual([]);
});

it.each(Object.entries(slices))("%s is built of slices that know those below them only", (part, rules) => {
  const sliceOf = (path: string) => (path.startsWith(`${part}/`) ? path.slice(part.length + 1).split("/") : []);
  const own = files.filter((file) => file.startsWith(`${part}/`) && !/\.test\.tsx?$/.test(file));
  const folders = new Set(own.map(sliceOf).flatMap(([slice, ...rest]) => (rest.length > 0 ? [slice] : [])));
  expect([...folders].filter((slice) => !(slice in rules))).toEqual([]);
  const names = Object.keys(rules);
  for (const [slice, below] of Object.entries(rules))
    for (const each of below) expect(names.indexOf(each), `${slice} over ${each}`).toBeLessThan(names.indexOf(slice));
  const offences = own.flatMap((file) => {
    const [slice, ...rest] = sliceOf(file);
    if (rest.length === 0) return [];
    return importsOf(file)
      .filter((target) => {
        const [other, ...more] = sliceOf(target);
        return more.length > 0 && other !== slice && !rules[slice].includes(other);
      })
      .map((target) => `${file} -> ${target}`);
  });
  expect(offences).toEqual([]);
});

it("has each table written by one slice", () => {
  const text = (file: string) => readFileSync(join(root, file), "utf8");
  const migrations = join("src/server/platform/database/migrations");
  const tables = readdirSync(join(root, migrations))
    .filter((name) => name.endsWith(".sql"))
    .flatMap((name) => [...text(join(migrations, name)).matchAll(/^create table (?:if not exists )?(\w+)/gm)])
    .map((match) => match[1]);
  const server = files.filter((file) => file.startsWith("src/server/") && !/\.test\.ts$/.test(file));
  /** Names of drizzle's tables: "file of the schema" and the name there -> the table. */
  const declared = new Map(
    server.flatMap((file) =>
      [...text(file).matchAll(/export const (\w+) = pgTable\(\s*"(\w+)"/g)].map(
        ([, name, table]) => [`${file} ${name}`, table] as const,
      ),
    ),
  );
  const written = server.flatMap((file) => {
    const source = text(file);
    const imported = [...source.matchAll(/import \{([^}]*)\} from "(\.[^"]*)"/g)].flatMap(([, names, from]) =>
      names.split(",").map((one) => {
        const [name, own = name] = one.trim().split(" as ");
        return [own, declared.get(`${join(dirname(file), from)} ${name}`)] as const;
      }),
    );
    const known = new Map(imported);
    const bySql = [...source.matchAll(/\b(?:insert into|update|delete from|merge into)\s+(\w+)/g)].map(
      ([, one]) => one,
    );
    const byDrizzle = [...source.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g)].map(([, one]) =>
      known.get(one),
    );
    return [...bySql, ...byDrizzle]
      .filter((table) => table !== undefined && tables.includes(table))
      .map((table) => ({ table: table as string, slice: file.split("/")[2], file }));
  });
  const writerOf = (table: string) => Object.keys(writers).find((slice) => writers[slice].includes(table));
  expect(written.filter(({ table, slice }) => writerOf(table) !== slice)).toEqual([]);
  const stale = Object.values(writers)
    .flat()
    .filter((table) => !written.some((one) => one.table === table));
  expect(stale).toEqual([]);
  expect(tables.filter((table) => writerOf(table) === undefined)).toEqual([]);
});

it("lets nobody but the catalogue know a kind of window", () => {
  const windows = "src/app/review/windows";
  const kindOf = (path: string) => new RegExp(`^${windows}/([^/]+)/`).exec(path)?.[1];
  const offences = files
    .filter((file) => file.startsWith("src/") && file !== `${windows}/catalogue.ts`)
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => kindOf(target) !== undefined && kindOf(target) !== kindOf(file))
        .map((target) => `${file} -> ${target}`),
    );
  expect(offences).toEqual([]);
});

/** What may hold words of the screen, and how they would be compared. Refusals are told apart by codes (`refusalHeader`). */
it("lets no program branch on a sentence", () => {
  const offences = files
    .filter((file) => file.startsWith("src/") && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const lists = [...text.matchAll(/import \{([^}]*)\} from "[^"]*\/text\/[^"]*"/g)].map((match) => match[1]);
      const imported = lists.flatMap((list) => list.split(",")).map((name) => name.split(" as ").at(-1)?.trim() ?? "");
      const parts = [...text.matchAll(/const \{([^=;]*)\}\s*=\s*(\w+)/g)]
        .filter((match) => imported.includes(match[2]))
        .flatMap((match) => match[1].split(/[,{}]/))
        .map((name) => name.split(":").at(-1)?.trim() ?? "");
      const names = [...imported, ...parts].filter((name) => name !== "" && name !== "type");
      if (names.length === 0) return [];
      const compared = new RegExp(
        `(?:===|!==|\\bcase|includes\\(|startsWith\\()\\s*(?:${names.join("|")})\\.|\\b(?:${names.join("|")})(?:\\.\\w+)+ [!=]==`,
      );
      return text
        .split("\n")
        .filter((line) => compared.test(line))
        .map((line) => `${file}: ${line.trim()}`);
    });
  expect(offences).toEqual([]);
});

it("has nothing at the top that the design does not name", () => {
  const extra = readdirSync(root).filter(
    (name) => !name.startsWith(".") && !topLevel.includes(name) && !ignored.includes(name),
  );
  expect(extra).toEqual([]);
});

it("declares no debt that is paid", () => {
  const real = new Set(files.flatMap((file) => importsOf(file).map((target) => `${file} -> ${target}`)));
  expect(Object.keys(debts).filter((debt) => !real.has(debt))).toEqual([]);
});

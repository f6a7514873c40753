/** Compares the real imports with one written allow-list (src/README.md 3). Debts are declared by name, with the reason. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { allowed, debts, ignored, slices, topLevel, writers } from "./support/architecture-rules.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

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

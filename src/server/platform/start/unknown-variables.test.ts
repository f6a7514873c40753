import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { sentenceOf, watched } from "./unknown-variables.ts";

const unknownOf = (env: Record<string, string>) => readConfig([], env).unknownVariables;

it.each([
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_ULR", "DATABASE_URL"],
  ["database_url", "DATABASE_URL"],
  ["PUBLICURL", "PUBLIC_URL"],
  ["S3_BUKET", "S3_BUCKET"],
  ["SESSION_MINUTE", "SESSION_MINUTES"],
  ["ENCRPYT", "ENCRYPT"],
  ["ROLES", "ROLE"],
])("%s is told as a slip of %s", (name, like) => {
  expect(unknownOf({ [name]: "x" })).toEqual([{ name, like }]);
});

it("names what only its family gives away, and says it in a sentence", () => {
  expect(unknownOf({ SMTP_PASSWORD: "secret" }).map(sentenceOf)).toEqual([
    "SMTP_PASSWORD is not a setting of CONNECT and is ignored.",
  ]);
  expect(sentenceOf({ name: "DATABSE_URL", like: "DATABASE_URL" })).toBe(
    "DATABSE_URL is not a setting of CONNECT and is ignored. Did you mean DATABASE_URL?",
  );
});

it("knows what only commands read", () => {
  expect(unknownOf({ CONNECT_GATEWAY_CREDENTIAL: "x", CONNECT_PASSWORD: "x" })).toEqual([]);
});

it("leaves the variables of other programs alone", () => {
  const foreign =
    "HOME PATH TERM HOST HOSTNAME LANG USER MAIL SHELL PWD TZ NODE_ENV NODE_OPTIONS PGHOST DISPLAY EDITOR LOGNAME";
  const more =
    "AWS_REGION SESSION_MANAGER HTTP_PROXY COLORTERM INVOCATION_ID JOURNAL_STREAM LOG_LEVEL STORE SSH_TTY VITEST";
  const env = Object.fromEntries(`${foreign} ${more}`.split(" ").map((name) => [name, ""]));
  expect(
    unknownOf({ ...env, HOME: "/x", HOST: "x", TERM: "x", MAIL: "x", FROM: "", SESSION_MANAGER: "x", PWD: "/" }),
  ).toEqual([]);
});

it("knows every variable of operations.md", () => {
  const operations = readFileSync(join(import.meta.dirname, "../../operations.md"), "utf8");
  const rows = operations.split("\n").filter((line) => /^\| `[A-Z]/.test(line));
  const named = rows.flatMap((line) =>
    [...line.split("|")[1].matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(40);
  const { env, asked } = watched({});
  readConfig([], env);
  expect(named.filter((name) => !asked.has(name))).toEqual([]);
});

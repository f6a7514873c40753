import { expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { describeError } from "./describe-error.ts";
import { isOwnHost, isOwnOrigin } from "./origins.ts";
import { StartRefused } from "./start-refused.ts";

it("has defaults for everything", () => {
  expect(readConfig([], {})).toMatchObject({
    port: 8080,
    addresses: ["127.0.0.1", "::1"],
    databaseUrl: undefined,
    logLevel: "info",
    derivedCacheBytes: 2 * 1024 ** 3,
  });
  expect(readConfig([], {}).dataDir).toMatch(/\/data$/);
});

it("takes options and environment", () => {
  const args = ["--port", "0", "--data", "/tmp/x", "--host", "127.0.0.2"];
  const env = { DATABASE_URL: "postgres://x", LOG_LEVEL: "debug", DERIVED_CACHE_BYTES: "1000" };
  expect(readConfig(args, env)).toEqual({
    port: 0,
    addresses: ["127.0.0.2"],
    dataDir: "/tmp/x",
    databaseUrl: "postgres://x",
    logLevel: "debug",
    derivedCacheBytes: 1000,
  });
});

it.each([
  [["--port", "65536"], {}],
  [["--port", "8e3"], {}],
  [["--port", ""], {}],
  [["--host", "0.0.0.0"], {}],
  [["--host", "127.0.0.300"], {}],
  [["--host", "example.com"], {}],
  [["--nothing"], {}],
  [["extra"], {}],
  [[], { LOG_LEVEL: "loud" }],
  [[], { DERIVED_CACHE_BYTES: "much" }],
])("refuses %s with a sentence", (args, env) => {
  expect(() => readConfig(args, env)).toThrow(StartRefused);
  expect(() => readConfig(args, env)).toThrow(/^[-A-Z].*[.\n]/);
});

it("knows itself by loopback names with its own port", () => {
  for (const host of ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"]) expect(isOwnHost(host, 8080)).toBe(true);
  for (const host of [undefined, "", "localhost", "localhost:80801", "evil.example:8080", "localhost.evil:8080"])
    expect(isOwnHost(host, 8080)).toBe(false);
  expect(isOwnHost("localhost", 80)).toBe(true);
  expect(isOwnHost("127.0.0.2:8080", 8080, ["127.0.0.2"])).toBe(true);
  expect(isOwnOrigin(undefined, 8080)).toBe(true);
  expect(isOwnOrigin("http://localhost:8080", 8080)).toBe(true);
  for (const origin of ["null", "https://localhost:8080", "http://localhost:8081", "http://evil.example"])
    expect(isOwnOrigin(origin, 8080)).toBe(false);
});

it("keeps the values of a failed query out of the log", () => {
  const cause = Object.assign(new Error("duplicate key (Jane)"), { severity: "ERROR", code: "23505" });
  const error = Object.assign(new Error("Failed query: insert, params: Jane", { cause }), { params: ["Jane"] });
  for (const one of [error, cause]) {
    expect(JSON.stringify(describeError(one))).not.toContain("Jane");
    expect(describeError(one).code).toBe("23505");
  }
  expect(describeError(new RangeError("too far"))).toMatchObject({ type: "RangeError", message: "too far" });
  expect(describeError("text")).toMatchObject({ type: "string", message: "" });
});

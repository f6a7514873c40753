import { networkInterfaces } from "node:os";
import { expect, it } from "vitest";
import { describeError } from "../describe-error.ts";
import { ownNames } from "../http/origins.ts";
import { isEveryAddress, isLoopback, readConfig } from "./config.ts";
import { StartRefused } from "./start-refused.ts";

it("has defaults for everything", () => {
  expect(readConfig([], {})).toEqual({
    role: "all",
    port: 8080,
    addresses: ["127.0.0.1", "::1"],
    dataDir: expect.stringMatching(/\/data$/),
    databaseUrl: undefined,
    logLevel: "info",
    derivedCacheBytes: 2 * 1024 ** 3,
    hasOverviews: true,
    warmsUp: true,
    store: { kind: "fs", secret: null, s3: null },
    recordingCacheBytes: 4 * 1024 ** 3,
    preloadBytes: null,
    publicUrl: null,
    allowedHosts: [],
    trustProxy: false,
    workspaceName: "DEMO",
    adminEmail: "admin@connect.local",
    adminPassword: null,
    smtpUrl: null,
    mailFrom: "CONNECT <no-reply@connect.local>",
    deployment: "CLOUD",
    hasSessionTimeout: true,
    sessionMinutes: 30,
    sessionHours: 12,
    sharedViewDays: 90,
    privacyUrl: null,
    learnMoreUrl: null,
    oauthClients: [],
    uploads: expect.objectContaining({ hasEncryption: false, patientIdLength: 4, patientIdType: "NUMERIC" }),
    liveSilentHours: 24,
    metricsToken: null,
    eegService: null,
    hasDemo: true,
    unknownVariables: [],
  });
});

it("takes options and environment", () => {
  const args = ["--port", "0", "--data", "/tmp/x", "--host", "0.0.0.0"];
  const hub = { client_id: "hub", client_secret: "0123456789abcdef", redirect_uris: ["https://hub.example/cb"] };
  const desk = { client_id: "desk", redirect_uris: ["http://localhost:9999/cb?a=1"] };
  const env = {
    DATABASE_URL: "postgres://x",
    ROLE: "web",
    LOG_LEVEL: "debug",
    DERIVED_CACHE_BYTES: "1000",
    OVERVIEWS: "off",
    WARM_UP: "off",
    PRELOAD_BYTES: "500000000000",
    PUBLIC_URL: "https://Connect.example:443/",
    ALLOWED_HOSTS: "Connect.lan, 10.0.0.7:8080 [fd00::1]",
    TRUST_PROXY: "10.0.0.0/8, loopback",
    WORKSPACE: " ICU ",
    ADMIN_EMAIL: "chief@hospital.example",
    ADMIN_PASSWORD: "Correct-horse-1",
    SMTP_URL: "smtps://user:secret@mail.example:465",
    MAIL_FROM: "connect@hospital.example",
    DEPLOYMENT: "CLINICAL",
    SESSION_TIMEOUT: "off",
    SESSION_MINUTES: "5",
    LIVE_SILENT_HOURS: "48",
    SESSION_HOURS: "8",
    SHARED_VIEW_DAYS: "30",
    PRIVACY_URL: "https://hospital.example/privacy",
    LEARN_MORE_URL: "https://hospital.example/more",
    OAUTH_CLIENTS: JSON.stringify([hub, desk]),
    EEG_SERVICE_URL: "https://eeg.hospital.example/connect/",
    EEG_SERVICE_TOKEN: "0123456789abcdef0123",
  };
  expect(readConfig(args, env)).toEqual({
    role: "web",
    port: 0,
    addresses: ["0.0.0.0"],
    dataDir: "/tmp/x",
    databaseUrl: "postgres://x",
    logLevel: "debug",
    derivedCacheBytes: 1000,
    hasOverviews: false,
    warmsUp: false,
    store: { kind: "fs", secret: null, s3: null },
    recordingCacheBytes: 4 * 1024 ** 3,
    preloadBytes: 500_000_000_000,
    publicUrl: "https://connect.example",
    allowedHosts: ["connect.lan", "10.0.0.7:8080", "[fd00::1]"],
    trustProxy: "10.0.0.0/8,loopback",
    workspaceName: "ICU",
    adminEmail: "chief@hospital.example",
    adminPassword: "Correct-horse-1",
    smtpUrl: "smtps://user:secret@mail.example:465",
    mailFrom: "connect@hospital.example",
    deployment: "CLINICAL",
    hasSessionTimeout: false,
    sessionMinutes: 5,
    sessionHours: 8,
    sharedViewDays: 30,
    privacyUrl: "https://hospital.example/privacy",
    learnMoreUrl: "https://hospital.example/more",
    oauthClients: [
      { clientId: "hub", clientSecret: hub.client_secret, redirectUris: hub.redirect_uris },
      { clientId: "desk", clientSecret: null, redirectUris: desk.redirect_uris },
    ],
    uploads: expect.objectContaining({ supportEmail: null }),
    liveSilentHours: 48,
    metricsToken: null,
    eegService: { url: new URL("https://eeg.hospital.example/connect/"), token: "0123456789abcdef0123" },
    hasDemo: true,
    unknownVariables: [],
  });
  expect(readConfig([], { TRUST_PROXY: "on" }).trustProxy).toBe(true);
  expect(readConfig(["--host", "[::1]"], {}).addresses).toEqual(["::1"]);
  expect(readConfig(["--host", "10.1.2.3"], {}).addresses).toEqual(["10.1.2.3"]);
});

const client = (rest: object) => ({ OAUTH_CLIENTS: JSON.stringify([{ client_id: "hub", ...rest }]) });

it.each<[string[], NodeJS.ProcessEnv | Record<string, string>]>([
  [["--port", "65536"], {}],
  [["--port", "8e3"], {}],
  [["--port", ""], {}],
  [["--host", "127.0.0.300"], {}],
  [["--host", "example.com"], {}],
  [["--nothing"], {}],
  [["extra"], {}],
  [[], { LOG_LEVEL: "loud" }],
  [[], { DERIVED_CACHE_BYTES: "much" }],
  [[], { PRELOAD_BYTES: "500 GB" }],
  [[], { PRELOAD_BYTES: "-1" }],
  [[], { PRELOAD_BYTES: "1.5" }],
  [[], { PUBLIC_URL: "connect.example" }],
  [[], { EEG_SERVICE_URL: "eeg.example" }],
  [[], { EEG_SERVICE_URL: "https://user@eeg.example" }],
  [[], { EEG_SERVICE_URL: "https://eeg.example/?a=1" }],
  [[], { EEG_SERVICE_TOKEN: "0123456789abcdef0123" }],
  [[], { PUBLIC_URL: "ftp://connect.example" }],
  [[], { PUBLIC_URL: "https://connect.example/path" }],
  [[], { PUBLIC_URL: "https://user@connect.example" }],
  [[], { ALLOWED_HOSTS: "https://connect.example" }],
  [[], { ALLOWED_HOSTS: "*" }],
  [[], { TRUST_PROXY: "1" }],
  [[], { TRUST_PROXY: "proxy.example" }],
  [[], { ADMIN_EMAIL: "admin" }],
  [[], { ADMIN_PASSWORD: "password" }],
  [[], { ADMIN_PASSWORD: "Sh0rt-" }],
  [[], { SMTP_URL: "mail.example:25" }],
  [[], { SMTP_URL: "http://mail.example" }],
  [[], { MAIL_FROM: "CONNECT" }],
  [[], { MAIL_FROM: "A <a@b.example>\r\nBcc: c@d.example" }],
  [[], { DEPLOYMENT: "cloud" }],
  [[], { SESSION_TIMEOUT: "never" }],
  [[], { OVERVIEWS: "maybe" }],
  [[], { WARM_UP: "maybe" }],
  [[], { SESSION_MINUTES: "0" }],
  [[], { SESSION_HOURS: "169" }],
  [[], { LIVE_SILENT_HOURS: "0" }],
  [[], { SHARED_VIEW_DAYS: "0" }],
  [[], { SESSION_MINUTES: "1.5" }],
  [[], { SESSION_MINUTES: "21" }],
  [[], { PRIVACY_URL: "javascript:alert(1)" }],
  [[], { LEARN_MORE_URL: "/more" }],
  [[], { OAUTH_CLIENTS: "hub" }],
  [[], { OAUTH_CLIENTS: "{}" }],
  [[], { OAUTH_CLIENTS: "[null]" }],
  [[], client({})],
  [[], client({ redirect_uris: [] })],
  [[], client({ redirect_uris: ["javascript:alert(1)"] })],
  [[], client({ redirect_uris: ["https://hub.example/cb#x"] })],
  [[], client({ redirect_uris: ["https://hub.example/cb"], client_secret: "short" })],
])("refuses %s %s with a sentence", (args, env) => {
  expect(() => readConfig(args, env)).toThrow(StartRefused);
  expect(() => readConfig(args, env)).toThrow(/^[-A-Z].*[.\n]/);
});

it("does not repeat a password or a secret that it refuses", () => {
  for (const env of [{ ADMIN_PASSWORD: "hunter2" }, client({ redirect_uris: ["x"], client_secret: "hunter2" })])
    expect(() => readConfig([], env)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("hunter2") }),
    );
});

it("tells addresses of this computer alone from others", () => {
  expect(["127.0.0.1", "127.9.9.9", "::1"].map(isLoopback)).toEqual([true, true, true]);
  expect(["0.0.0.0", "10.0.0.1", "::", "fd00::1"].map(isLoopback)).toEqual([false, false, false, false]);
  expect(["0.0.0.0", "::", "0:0::0"].map(isEveryAddress)).toEqual([true, true, true]);
  expect(["127.0.0.1", "::1"].map(isEveryAddress)).toEqual([false, false]);
});

it("knows itself by loopback names with its own port", () => {
  const at = (port: number, addresses: string[] = []) =>
    ownNames({ addresses, publicUrl: null, allowedHosts: [] }, () => port);
  for (const host of ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"]) expect(at(8080).isHost(host)).toBe(true);
  for (const host of [undefined, "", "localhost", "localhost:80801", "evil.example:8080", "localhost.evil:8080"])
    expect(at(8080).isHost(host)).toBe(false);
  expect(at(80).isHost("localhost")).toBe(true);
  expect(at(8080, ["127.0.0.2"]).isHost("127.0.0.2:8080")).toBe(true);
  expect(at(8080, ["fd00::1"]).isHost("[fd00::1]:8080")).toBe(true);
  expect(at(8080).isOrigin(undefined)).toBe(true);
  expect(at(8080).isOrigin("http://localhost:8080")).toBe(true);
  for (const origin of ["null", "https://localhost:8080", "http://localhost:8081", "http://evil.example"])
    expect(at(8080).isOrigin(origin)).toBe(false);
});

it("knows the names the operator gave, and its interfaces when it listens on all of them", () => {
  const given = { publicUrl: "https://connect.example", allowedHosts: ["connect.lan", "10.0.0.7:99"] };
  const names = ownNames({ addresses: ["10.0.0.7"], ...given }, () => 8080);
  for (const host of ["connect.example", "connect.lan", "connect.lan:8080", "10.0.0.7:99", "10.0.0.7:8080"])
    expect(names.isHost(host)).toBe(true);
  for (const host of ["connect.example:8080", "connect.lan:81", "10.0.0.7", "other.example"])
    expect(names.isHost(host)).toBe(false);
  for (const origin of ["https://connect.example", "https://connect.lan", "http://connect.lan:8080"])
    expect(names.isOrigin(origin)).toBe(true);
  for (const origin of ["https://evil.example", "https://connect.example.evil", "https://10.0.0.7:8080"])
    expect(names.isOrigin(origin)).toBe(false);

  const everywhere = ownNames({ addresses: ["0.0.0.0"], publicUrl: null, allowedHosts: [] }, () => 8080);
  for (const one of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
    expect(everywhere.isHost(one.family === "IPv6" ? `[${one.address}]:8080` : `${one.address}:8080`)).toBe(true);
  expect(everywhere.isHost("203.0.113.9:8080")).toBe(false);
  expect(everywhere.isHost("evil.example:8080")).toBe(false);
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

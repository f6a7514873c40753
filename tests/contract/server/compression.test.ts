/** What is sent compressed, to whom, and what never is. */
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getCurrentUser, getToken } from "../../../src/protocol/accounts.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { getFileAddresses, getPartAddresses } from "../../../src/protocol/uploads.ts";
import { leastCompressedBytes } from "../../../src/server/platform/http/compressed-answers.ts";
import { signIn } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";

let server: RunningServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  ({ token } = await signIn(server.url));
});
afterAll(() => server?.stop());

interface Answer {
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** As it comes over the wire: fetch would unpack it. */
function ask(path: string, encodings: string | null, body?: object): Promise<Answer> {
  const headers: Record<string, string> = encodings === null ? {} : { "accept-encoding": encodings };
  if (body !== undefined) Object.assign(headers, { "content-type": "application/json", authorization: token });
  return new Promise((resolve, reject) => {
    const sending = request(
      server.url + path,
      { headers, method: body === undefined ? "GET" : "POST" },
      async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part);
        resolve({ headers: answer.headers, bytes: Buffer.concat(parts) });
      },
    );
    sending.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
const call = (route: Pick<Route, "path">, encodings: string | null, body = {}) => ask(route.path, encodings, body);

it("files of the application are sent as they were compressed when they were built, and kept for ever", async () => {
  const page = (await ask("/", "br, gzip")).bytes.toString();
  const scripts = [...page.matchAll(/\/assets\/[^"]+\.(?:js|css)/g)].map(([path]) => path);
  expect(scripts.length).toBeGreaterThan(2);
  for (const path of scripts) {
    const [plain, br, gz, refused] = await Promise.all([
      ask(path, null),
      ask(path, "gzip, deflate, br"),
      ask(path, "gzip"),
      ask(path, "br;q=0, gzip;q=0"),
    ]);
    for (const { headers } of [plain, br, gz, refused])
      expect(headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        vary: expect.stringMatching(/accept-encoding/i),
        "content-type": plain.headers["content-type"],
      });
    expect([plain.headers["content-encoding"], refused.headers["content-encoding"]]).toEqual([undefined, undefined]);
    expect(refused.bytes.equals(plain.bytes)).toBe(true);
    if (plain.bytes.length < 4096) continue;
    expect([br.headers["content-encoding"], gz.headers["content-encoding"]]).toEqual(["br", "gzip"]);
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gz.bytes).equals(plain.bytes)).toBe(true);
    expect(br.bytes.length).toBeLessThan(plain.bytes.length / 2);
  }
});

it("the page itself is asked for every time", async () => {
  for (const path of ["/", "/review/1"]) expect((await ask(path, "br")).headers["cache-control"]).toBe("no-store");
});

it("long answers are sent compressed to whoever takes that, short ones as they are", async () => {
  const path = "/openapi.json";
  const [plain, br, gz] = await Promise.all([ask(path, null), ask(path, "gzip, br"), ask(path, "gzip")]);
  expect(plain.bytes.length).toBeGreaterThan(leastCompressedBytes);
  expect(plain.headers).toMatchObject({ vary: "accept-encoding", "content-length": String(plain.bytes.length) });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(br.headers["content-encoding"]).toBe("br");
  expect(JSON.parse(brotliDecompressSync(br.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()));
  expect(gz.headers["content-encoding"]).toBe("gzip");
  expect(JSON.parse(gunzipSync(gz.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()));
  expect((await call(getCurrentUser, "br, gzip")).headers["content-encoding"]).toBeUndefined();
});

it("answers that hold tokens or signed addresses say so, and are never compressed", () => {
  for (const route of [getToken, getFileAddresses, getPartAddresses]) expect((route as Route).hasSecrets).toBe(true);
});

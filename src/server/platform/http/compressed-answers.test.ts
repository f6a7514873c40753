import fastify from "fastify";
import { expect, it } from "vitest";
import { compressAnswers, encodingOf, leastCompressedBytes } from "./compressed-answers.ts";

it("takes the best way that is named and not refused", () => {
  expect(encodingOf("gzip, deflate, br, zstd")).toBe("br");
  expect(encodingOf("GZIP;q=1.0, br;q=0")).toBe("gzip");
  expect(encodingOf("br;q=0.000, identity")).toBeNull();
  for (const none of [undefined, "", "identity", "brotli", "*"]) expect(encodingOf(none)).toBeNull();
});

it("leaves secrets, other types, bytes and short answers alone", async () => {
  const http = fastify();
  compressAnswers(http);
  const long = { text: "long ".repeat(leastCompressedBytes) };
  http.get("/plain", async () => long);
  http.get("/secret", { config: { declared: { hasSecrets: true } as never } }, async () => long);
  http.get("/text", async () => long.text);
  http.get("/bytes", async () => Buffer.from(long.text));
  http.get("/short", async () => ({ text: "short" }));
  const encoded = async (url: string) =>
    (await http.inject({ url, headers: { "accept-encoding": "br" } })).headers["content-encoding"];
  expect(await encoded("/plain")).toBe("br");
  for (const url of ["/secret", "/text", "/bytes", "/short"]) expect(await encoded(url)).toBeUndefined();
  await http.close();
});

import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { addressOf, clientAddressOf, keepAddresses } from "./client-address.ts";

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } }) as unknown as IncomingMessage;

it("believes nobody, whoever connects, or the named proxies, as Fastify does", () => {
  const peer = from("10.0.0.2", "1.1.1.1, 2.2.2.2");
  expect(clientAddressOf(false)(peer)).toBe("10.0.0.2");
  expect(clientAddressOf(true)(peer)).toBe("2.2.2.2");
  expect(clientAddressOf(true)(from("10.0.0.2"))).toBe("10.0.0.2");
  expect(clientAddressOf("10.0.0.0/8")(peer)).toBe("2.2.2.2");
  expect(clientAddressOf("10.0.0.2,2.2.2.2")(peer)).toBe("1.1.1.1");
  expect(clientAddressOf("10.0.0.9")(peer)).toBe("10.0.0.2");
  expect(clientAddressOf("loopback,uniquelocal")(from("::ffff:127.0.0.1", "fe80::1, 192.168.1.1"))).toBe("fe80::1");
  expect(clientAddressOf("loopback")(from("127.0.0.1", "nonsense"))).toBe("nonsense");
});

describe("a connection that is reset right after its request", () => {
  it("is known by its address all the same", async () => {
    const http = fastify();
    keepAddresses(http.server);
    const address = new Promise<string>((resolve) => {
      http.get("/", async (request) => {
        const { socket } = request.raw;
        // A reset is an error of the connection as well in newer Nodes: its end alone counts.
        if (!socket.destroyed) await new Promise((ended) => socket.once("close", ended));
        resolve(addressOf(request));
      });
    });
    await http.listen({ port: 0, host: "127.0.0.1" });
    const client = connect((http.server.address() as AddressInfo).port, "127.0.0.1");
    client.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n", () => client.resetAndDestroy());
    expect(await address).toBe("127.0.0.1");
    await http.close();
  });

  it("has an empty one when it was reset before", () => {
    expect(addressOf({ ip: undefined })).toBe("");
  });
});

import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { clientAddressOf } from "./client-address.ts";

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

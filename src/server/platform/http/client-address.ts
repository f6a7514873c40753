/** Who is at the other end of a connection. */
import type { IncomingMessage, Server } from "node:http";
import { BlockList, isIP } from "node:net";

const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};
const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
/** An IPv4 address that an IPv6 socket tells. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");

function trusted(networks: string): BlockList {
  const list = new BlockList();
  for (const network of networks.split(",").flatMap((name) => named[name] ?? [name])) {
    const [address, bits] = network.split("/");
    list.addSubnet(address, Number(bits ?? (isIP(address) === 6 ? 128 : 32)), familyOf(address));
  }
  return list;
}

/** Each connection is asked for its address as it comes, and keeps it: one that was reset does not know it any more. */
export function keepAddresses(http: Server): void {
  http.on("connection", (socket) => void socket.remoteAddress);
}

/** The address of a request that Fastify handles; empty when its connection was reset before it was accepted. */
export const addressOf = ({ ip }: { readonly ip: string | undefined }): string => ip ?? "";

/** For connections that Fastify does not handle, by the rule of its trustProxy (config.ts). Reads the address from a request: that of the connection, or what a trusted proxy says. */
export function clientAddressOf(
  trustProxy: boolean | string,
): (request: Pick<IncomingMessage, "socket" | "headers">) => string {
  const list = typeof trustProxy === "string" ? trusted(trustProxy) : null;
  const isTrusted = (address: string, hop: number) =>
    list === null ? trustProxy === true && hop === 0 : isIP(address) !== 0 && list.check(address, familyOf(address));
  return ({ socket, headers }) => {
    const said = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
    const hops = [socket.remoteAddress ?? "", ...said.map((part) => part.trim()).reverse()].filter(Boolean).map(plain);
    return hops.find((address, hop) => !isTrusted(address, hop)) ?? hops.at(-1) ?? "";
  };
}

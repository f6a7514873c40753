/** Which addresses a browser may know us by. Any other name is somebody else's page (DNS rebinding). */
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { type Config, isEveryAddress } from "../start/config.ts";

const localNames = ["localhost", "127.0.0.1", "[::1]"];

export interface OwnNames {
  /** `host`: the Host header; capitals make no difference. */
  isHost(host: string | undefined): boolean;
  /** `origin`: the Origin header. Programs send none; a browser's must be a page of ours. */
  isOrigin(origin: string | undefined): boolean;
}

/** A host of an address: IPv6 stands in brackets. */
const inBrackets = (address: string) => (isIP(address) === 6 ? `[${address}]` : address);

/**
 * Names with the port the server listens on (`port` is asked each time: it is known late), the host of PUBLIC_URL, and
 * ALLOWED_HOSTS as they are or with that port. When the server listens on all addresses of this computer, those too.
 */
export function ownNames(
  { addresses, publicUrl, allowedHosts }: Pick<Config, "addresses" | "publicUrl" | "allowedHosts">,
  port: () => number,
): OwnNames {
  const publicHost = publicUrl === null ? null : new URL(publicUrl).host;
  const named = new Set(allowedHosts);
  const own = new Set([...localNames, ...addresses.map(inBrackets), ...allowedHosts]);
  const isEverywhere = addresses.some(isEveryAddress);
  const isOwn = (name: string) => own.has(name) || (isEverywhere && isInterface(name));
  const isLocal = (host: string) => {
    const suffix = `:${port()}`;
    if (host.endsWith(suffix)) return isOwn(host.slice(0, -suffix.length));
    return port() === 80 && isOwn(host); // browsers leave the default port out
  };
  const isKnown = (host: string) => named.has(host) || isLocal(host);
  return {
    isHost(given) {
      const host = given?.toLowerCase(); // RFC 3986 3.2.2: programs write it as they like
      return host !== undefined && (host === publicHost || isKnown(host));
    },
    isOrigin(given) {
      const origin = given?.toLowerCase();
      if (origin === undefined || origin === publicUrl) return true;
      const [, scheme, host] = /^(https?):\/\/([^/]+)$/.exec(origin) ?? [];
      if (host === undefined) return false;
      // TLS ends at a proxy, which is known by the names the operator gave.
      return scheme === "http" ? isKnown(host) : named.has(host);
    },
  };
}

/** RFC 9112 3.2: of two Host headers a proxy may believe the other one. `rawHeaders`: names and values, one after the other. */
export const hasOneHost = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length < 2;

/** Looked up each time: addresses come and go. */
function isInterface(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, "");
  if (isIP(address) === 0) return false;
  return Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address));
}

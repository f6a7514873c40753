/** Which addresses a browser may know us by. Any other name is somebody else's page (DNS rebinding). */
const names = ["localhost", "127.0.0.1", "[::1]"];

/** `host`: the Host header. `port`: where the server listens. True for our own names with that port. */
export function isOwnHost(host: string | undefined, port: number, addresses: readonly string[] = []): boolean {
  if (host === undefined) return false;
  return [...names, ...addresses].some(
    (name) => host === `${name}:${port}` || (port === 80 && host === name), // browsers leave the default port out
  );
}

/** `origin`: the Origin header. Programs send none; a browser's must be a page of ours. */
export function isOwnOrigin(origin: string | undefined, port: number, addresses: readonly string[] = []): boolean {
  if (origin === undefined) return true;
  return origin.startsWith("http://") && isOwnHost(origin.slice("http://".length), port, addresses);
}

/** A link between browser and server that is as slow as a test wants it, below every protocol. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface SlowLink {
  /** Host and port, as the Host header has them. */
  readonly host: string;
  /** Where it leads to. */
  target: string;
  /** Bytes a second from the server to the browser, over all connections; null: as fast as it goes. */
  bytesPerSecond: number | null;
  /** So long every byte from the server is on its way; ms. With what the browser says, which arrives at once, a round trip. */
  delayMs: number;
  stop(): Promise<void>;
}

/** Bytes are handed on in portions of this time. */
const portionMs = 5;

export async function startSlowLink(): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  const waiting: { to: Socket; bytes: Buffer; from: number }[] = [];
  let credit = 0;
  let handedAt = performance.now();

  const handOn = () => {
    const now = performance.now();
    // A timer that comes late carries what it missed; a link at rest gathers nothing.
    if (link.bytesPerSecond === null) credit = Number.POSITIVE_INFINITY;
    else credit += (link.bytesPerSecond * Math.min(now - handedAt, 250)) / 1000;
    handedAt = now;
    while (waiting.length > 0 && credit >= 1) {
      const [first] = waiting;
      if (first.from > now) break;
      const part = first.bytes.subarray(0, Math.min(first.bytes.length, Math.floor(credit)));
      first.bytes = first.bytes.subarray(part.length);
      credit -= part.length;
      if (!first.to.destroyed) first.to.write(part);
      if (first.bytes.length === 0) waiting.shift();
    }
    // What was not used while there was nothing to hand on is gone.
    const isDue = waiting.length > 0 && waiting[0].from <= now;
    if (link.bytesPerSecond === null) credit = 0;
    else if (!isDue) credit = Math.min(credit, (link.bytesPerSecond * portionMs) / 1000);
  };
  const timer = setInterval(handOn, portionMs);

  const server = createServer((near) => {
    const { hostname, port } = new URL(link.target);
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    near.on("data", (bytes) => far.write(bytes));
    far.on("data", (bytes) => {
      waiting.push({ to: near, bytes, from: performance.now() + link.delayMs });
      if (link.bytesPerSecond === null && link.delayMs === 0) handOn();
    });
    near.on("close", () => far.destroy());
    // After what is still on its way.
    far.on("close", () => {
      const last = waiting.findLast(({ to }) => to === near);
      if (last === undefined) near.end();
      else waiting.push({ to: near, bytes: Buffer.alloc(0), from: 0 });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const link: SlowLink = {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    target: "",
    bytesPerSecond: null,
    delayMs: 0,
    async stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return link;
}

/** Stands before a service on loopback: lets everything through, only so many bytes, or nothing. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface StallingProxy {
  /** Origin of the service, as it is reached through here. */
  url: string;
  /** Bytes that came back from the service so far. */
  answered(): number;
  /** From now on at most so many bytes of answers pass; what is beyond waits. Infinity: all pass. */
  allow(bytes: number): void;
  /** Connections break, and new ones are refused, until `allow`. */
  deny(): void;
  close(): Promise<void>;
}

export async function stallingProxy(service: string): Promise<StallingProxy> {
  const { hostname, port } = new URL(service);
  const open = new Set<Socket>();
  const stalled = new Set<Socket>();
  let [left, answered, isDenying] = [Number.POSITIVE_INFINITY, 0, false];
  const server = createServer((client) => {
    if (isDenying) return void client.destroy();
    const upstream = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        stalled.delete(one);
        other.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on("data", (bytes) => {
      answered += bytes.length;
      left -= bytes.length;
      client.write(bytes);
      if (left > 0) return;
      upstream.pause();
      stalled.add(upstream);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const breakAll = () => {
    for (const socket of [...open]) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => answered,
    allow(bytes) {
      [left, isDenying] = [bytes, false];
      for (const socket of stalled) socket.resume();
      stalled.clear();
    },
    deny() {
      isDenying = true;
      breakAll();
    },
    async close() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

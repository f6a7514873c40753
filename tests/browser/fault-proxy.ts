/** Stands between browser and server and spoils what goes to the store. Intercepting in the browser would copy each body. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer in the store's place, or a line that is cut in the middle of the body. */
export type Fault = { status: number } | "cut";

export interface FaultProxy {
  /** Origin, without a slash at the end. */
  readonly url: string;
  /** Asked for each PUT to the store, counted from 1; undefined lets it through. */
  fault: (n: number) => Fault | undefined;
  /** PUTs that were let through or spoilt, and those that the store took. */
  readonly sent: number;
  readonly stored: number;
  /** PUTs that wait. */
  readonly held: number;
  /** From now on PUTs wait. */
  hold(): void;
  release(): void;
  stop(): Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  let waiting: (() => void)[] | null = null;
  const counts = { sent: 0, stored: 0 };

  const forward = (from: IncomingMessage, to: ServerResponse, onStatus: (status: number) => void) => {
    const { method, url: path } = from;
    // The server answers to its own name only.
    const origin = from.headers.origin === undefined ? {} : { origin: target };
    const headers = { ...from.headers, host: new URL(target).host, ...origin };
    const ahead = request({ hostname, port, method, path, headers, agent }, (answer) => {
      onStatus(answer.statusCode ?? 0);
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    ahead.on("error", () => from.socket.destroy());
    from.on("close", () => {
      if (!from.complete) ahead.destroy();
    });
    from.pipe(ahead);
  };

  const put = (from: IncomingMessage, to: ServerResponse) => {
    const fault = proxy.fault(++counts.sent);
    if (fault === undefined)
      return forward(from, to, (status) => {
        if (status === 200) counts.stored++;
      });
    if (fault === "cut") return from.once("data", () => from.socket.destroy());
    from.resume().on("end", () => to.writeHead(fault.status).end());
  };

  const server = createServer((from, to) => {
    const isPut = from.method === "PUT" && from.url?.startsWith("/v1/store/") === true;
    if (!isPut) return forward(from, to, () => undefined);
    if (waiting === null) return void put(from, to);
    const own = () => void put(from, to);
    waiting.push(own);
    from.socket.once("close", () => {
      waiting = waiting?.filter((one) => one !== own) ?? null;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const proxy: FaultProxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    fault: () => undefined,
    get sent() {
      return counts.sent;
    },
    get stored() {
      return counts.stored;
    },
    get held() {
      return waiting?.length ?? 0;
    },
    hold() {
      waiting ??= [];
    },
    release() {
      const all = waiting ?? [];
      waiting = null;
      for (const go of all) go();
    },
    async stop() {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

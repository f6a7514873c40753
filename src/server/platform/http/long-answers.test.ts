import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import fastify from "fastify";
import Type from "typebox";
import { expect, it } from "vitest";
import { route } from "../../../protocol/route.ts";
import type { Caller } from "./caller.ts";
import { answerError } from "./error-edge.ts";
import { openLimits } from "./open-calls.ts";
import { routeHost } from "./routes.ts";

const longRead = route("/v1/tests/long_read", {
  needs: "session",
  summary: "A long answer.",
  body: Type.Object({}),
  answer: Type.Object({ text: Type.String() }),
});
const answerBytes = 8 * 1024 * 1024;
const calls = 12;

/** The answer's first line. */
async function statusOf(socket: Socket): Promise<string> {
  const [first] = (await once(socket, "data")) as [Buffer];
  socket.pause();
  return first.toString("latin1").split("\r\n", 1)[0];
}

it("keeps no more long answers than a caller may leave lying, however many calls were let in", async () => {
  const app = fastify();
  app.setErrorHandler(answerError);
  const visitor = { session: { userId: 7 }, workspaceId: 1 } as unknown as Caller;
  const host = routeHost(app, async () => visitor, { read: () => undefined, refused: () => undefined });
  let entered = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  host.add(longRead, async () => {
    if (++entered === calls) open();
    await all; // as calls that wait for their turn
    return { text: "a".repeat(answerBytes) };
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const head = "content-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
  const sockets = Array.from({ length: calls }, () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`POST ${longRead.path} HTTP/1.1\r\nhost: localhost\r\n${head}`);
    return socket;
  });
  const lines = await Promise.all(sockets.map(statusOf));
  expect(lines.filter((line) => line.includes(" 200 "))).toHaveLength(openLimits.bytes / answerBytes);
  expect(lines.filter((line) => line.includes(" 429 "))).toHaveLength(calls - openLimits.bytes / answerBytes);
  for (const socket of sockets) socket.destroy();
  await app.close();
});

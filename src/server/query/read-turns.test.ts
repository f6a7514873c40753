import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { readInTurns } from "./read-turns.ts";

it("reads from a connection once in a turn of the loop, all of it, and hears it close", async () => {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const messages = 400;
  const text = "x".repeat(20_000);
  let turn = 0;
  const read = new Map<number, number>();
  const heard = new Promise<number>((resolve) => {
    sockets.on("connection", (websocket, { socket }) => {
      let count = 0;
      readInTurns(websocket, socket, (next) =>
        setImmediate(() => {
          turn++;
          next();
        }),
      );
      socket.on("data", () => read.set(turn, (read.get(turn) ?? 0) + 1));
      websocket.on("message", () => count++);
      websocket.on("close", () => resolve(count));
    });
  });
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  await once(client, "open");
  for (let k = 0; k < messages; k++) client.send(text);
  client.close();
  expect(await heard).toBe(messages);
  expect(read.size).toBeGreaterThan(10);
  // What comes while it is being paused is read once more.
  expect(Math.max(...read.values())).toBeLessThanOrEqual(2);
  sockets.close();
  http.close();
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { wholePipelines } from "./whole-pipelines.ts";

const folder = mkdtempSync(join(tmpdir(), "connect-pipelines-"));
let session: PGlite;
let server: PGLiteSocketServer;
let pool: pg.Pool;
beforeAll(async () => {
  session = await PGlite.create();
  const db = wholePipelines(session, (error) => expect.unreachable(String(error)));
  server = new PGLiteSocketServer({ db, path: join(folder, ".s.PGSQL.5432"), maxConnections: 20 });
  await server.start();
  pool = new pg.Pool({ host: folder, user: "postgres", database: "postgres", max: 5 });
  await pool.query("create table t (n int, text text)");
}, 120_000);
afterAll(async () => {
  await pool?.end();
  await server?.stop();
  await session?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function transaction(n: number): Promise<void> {
  const client = await pool.connect();
  await client.query("begin");
  await client.query("insert into t values ($1, $2)", [n, `t${n}`]);
  expect((await client.query("select $1::int as n", [n])).rows).toEqual([{ n }]);
  await client.query("commit");
  client.release();
}

it("gives every statement its own parameters and its own answer while transactions make others wait", async () => {
  const work = async (n: number) => {
    if (n % 5 === 0) return transaction(n);
    const values = [n, `t${n}`];
    const { rows } =
      n % 2 === 0
        ? await pool.query("insert into t values ($1, $2) returning n, text", values)
        : await pool.query("select $1::int as n, $2::text as text", values);
    expect(rows).toEqual([{ n, text: `t${n}` }]);
  };
  await Promise.all(Array.from({ length: 400 }, (_, n) => work(n)));
  const { rows } = await pool.query(
    "select count(*)::int as all, count(*) filter (where text = 't' || n)::int as right from t",
  );
  expect(rows).toEqual([{ all: 240, right: 240 }]);
});

it("goes on after statements that fail", async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, async (_, n) => {
      if (n % 7 === 0) return transaction(1000 + n);
      if (n % 3 === 0) return pool.query("select $1::int", ["no number"]);
      return pool.query("select $1::int as n", [n]).then(({ rows }) => expect(rows).toEqual([{ n }]));
    }),
  );
  const failed = outcomes.flatMap((one, n) => (one.status === "rejected" ? [n] : []));
  expect(failed).toEqual(outcomes.flatMap((_, n) => (n % 7 !== 0 && n % 3 === 0 ? [n] : [])));
});

it("goes on when a client goes away in the middle of a transaction", async () => {
  const client = new pg.Client({ host: folder, user: "postgres", database: "postgres" });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("begin");
  await client.query("insert into t values ($1, $2)", [-1, "gone"]);
  const waiting = pool.query("select count(*)::int as n from t where text = $1", ["gone"]);
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  expect((await waiting).rows).toEqual([{ n: 0 }]);
});

/** A message of the protocol: its type, its length, and strings that end with a zero or bytes. */
function messageOf(type: string, ...parts: (string | number[])[]): Uint8Array {
  const body = Buffer.concat(parts.map((part) => Buffer.from(typeof part === "string" ? `${part}\0` : part)));
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return new Uint8Array(Buffer.concat([head, body]));
}

/** Types of the messages in one piece of an answer. */
function typesIn(bytes: Uint8Array): string {
  let types = "";
  for (let at = 0; at < bytes.length; at += 1 + Buffer.from(bytes).readInt32BE(at + 1))
    types += String.fromCharCode(bytes[at]);
  return types;
}

const none = [0, 0];
const rowOf = (statement: string) => [
  messageOf("P", "", statement, none),
  messageOf("B", "", "", none, none, none),
  messageOf("D", "P"),
  messageOf("E", "", [...none, ...none]),
];

it("answers a row of messages in one piece, an unfinished one where it is flushed, and a long one in several", async () => {
  const db = wholePipelines(session, (error) => expect.unreachable(String(error)));
  const piecesOf = async (messages: Uint8Array[]) => {
    const pieces: Uint8Array[] = [];
    for (const message of messages)
      await db.execProtocolRawStream(message, { onRawData: (bytes) => void pieces.push(bytes.slice()) });
    return pieces;
  };
  const typesOf = async (messages: Uint8Array[]) => (await piecesOf(messages)).map(typesIn);
  const sync = messageOf("S");
  expect(await typesOf([...rowOf("select 1 as n"), sync])).toEqual(["12TDCZ"]);
  expect(await typesOf([...rowOf("select 1 / (random() * 0)::int"), sync])).toEqual(["12TEZ"]);
  expect(await typesOf([...rowOf("select 1 as n"), messageOf("H"), sync])).toEqual(["12TDC", "Z"]);
  expect(await typesOf([messageOf("Q", "select 1; select 2")])).toEqual(["TDCTDCZ"]);
  const long = await piecesOf([...rowOf("select repeat('x', 1000) from generate_series(1, 1000)"), sync]);
  expect(long.length).toBeGreaterThan(5);
  expect(typesIn(Buffer.concat(long))).toBe(`12T${"D".repeat(1000)}CZ`);
});

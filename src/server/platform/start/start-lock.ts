import type { Pool } from "pg";

const lockKey = 7_265_002;

/**
 * Runs `work` while no other node of the same PostgreSQL runs it: what a first start makes is made once. Held by a
 * connection of its own, not by a transaction, because hashing a password takes a while. The embedded database has one
 * process and needs no lock: its one session would give it to everybody.
 */
export async function withStartLock<T>(pool: Pool, isShared: boolean, work: () => Promise<T>): Promise<T> {
  if (!isShared) return work();
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    return await work();
  } finally {
    client.release(true); // ends the connection, and with it the lock
  }
}

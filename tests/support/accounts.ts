/** Accounts of the tests: signing in, calling with a token, and users, projects and sites put straight into the database. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { hash } from "@node-rs/argon2";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import type { Permission } from "../../src/protocol/permissions.ts";
import type { Database } from "../../src/server/platform/database/database.ts";
import { socketPool } from "../../src/server/platform/database/embedded-database.ts";
import { ownerOf } from "../../src/server/platform/start/data-folder-lock.ts";
import { testPassword } from "./calls.ts";
import { emptyDatabaseUrl } from "./postgres.ts";

export * from "./calls.ts";
export * from "./places.ts";

/** Works on the database of a data folder, whether or not its server is running. */
export async function withDatabase<T>(
  dataDir: string,
  work: (pool: Pool, db: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const database = await openTestDatabase(dataDir);
  try {
    return await work(database.pool, database.drizzle);
  } finally {
    await database.close();
  }
}

/** The database of a data folder, whether or not its server is running. */
export async function openTestDatabase(dataDir: string): Promise<Pick<Database, "pool" | "drizzle" | "close">> {
  const databaseUrl = await emptyDatabaseUrl(dataDir);
  const owner = databaseUrl === undefined && existsSync(dataDir) ? ownerOf(realpathSync(dataDir)) : null;
  if (owner?.socketFolder) {
    const pool = socketPool(owner.socketFolder);
    return { pool, drizzle: drizzle(pool), close: () => pool.end() };
  }
  // Only without a running server: the runner of the browser tests cannot load what reads the migrations.
  const { openDatabase } = await import("../../src/server/platform/database/database.ts");
  return openDatabase({ dataDir, databaseUrl });
}

const idOf = async (pool: Pool, sql: string, values: readonly unknown[]): Promise<number> =>
  Number((await pool.query<{ id: number }>(sql, [...values])).rows[0].id);

/** Any unique text. */
const unique = () => randomBytes(6).toString("hex");

export const addWorkspace = (pool: Pool, name = `W-${unique()}`): Promise<number> =>
  idOf(pool, "insert into workspace (name) values ($1) returning id", [name]);

/** Adds a project, with a bucket of its own. */
export async function addProject(pool: Pool, workspaceId: number, identifier = `P-${unique()}`): Promise<number> {
  const bucket = await idOf(
    pool,
    "insert into bucket (workspace_id, name, endpoint) values ($1, $2, $3) returning id",
    [workspaceId, `bucket-${unique()}`, "file:objects"],
  );
  const sql = "insert into project (workspace_id, identifier, name, bucket_id) values ($1, $2, $3, $4) returning id";
  return idOf(pool, sql, [workspaceId, identifier, `Project ${identifier}`, bucket]);
}

export const addSite = (pool: Pool, workspaceId: number, identifier = unique().slice(0, 4)): Promise<number> =>
  idOf(pool, "insert into site (workspace_id, identifier, name, location) values ($1, $2, $3, $4) returning id", [
    workspaceId,
    identifier,
    `Site ${identifier}`,
    "Here",
  ]);

export interface NewUser {
  workspaceId: number;
  /** Held through one role made for this user. */
  permissions: readonly Permission[];
  projectIds?: readonly number[];
  siteIds?: readonly number[];
  email?: string;
  password?: string;
  /** False: invited, without a password. */
  isVerified?: boolean;
}

export interface TestUser {
  id: number;
  roleId: number;
  workspaceId: number;
  email: string;
  password: string;
}

/** Of the password that all have: hashing is slow on purpose. */
let sharedHash: Promise<string> | undefined;
const hashOf = (password: string): Promise<string> => {
  if (password !== testPassword) return hash(password);
  sharedHash ??= hash(testPassword);
  return sharedHash;
};

/** Adds a user past the service, so that a test can have any combination of rights. */
export async function addUser(pool: Pool, user: NewUser): Promise<TestUser> {
  const { workspaceId, permissions, projectIds = [], siteIds = [], isVerified = true } = user;
  const { email = `user-${unique()}@connect.test`, password = testPassword } = user;
  const id = await idOf(
    pool,
    `insert into app_user (workspace_id, email, email_key, password_hash, first_name, last_name, country, is_verified)
     values ($1, $2, $3, $4, 'Test', 'User', 'United States', $5) returning id`,
    [workspaceId, email, email.toLowerCase(), isVerified ? await hashOf(password) : null, isVerified],
  );
  const roleId = await idOf(
    pool,
    "insert into role (workspace_id, name, description) values ($1, $2, 'Of a test') returning id",
    [workspaceId, `Role ${unique()}`],
  );
  await pool.query("insert into user_role (user_id, role_id) values ($1, $2)", [id, roleId]);
  await setPermissions(pool, roleId, permissions);
  await setScope(pool, id, { projectIds, siteIds });
  return { id, roleId, workspaceId, email, password };
}

/** Changes what a role holds, past the service: no event is sent. */
export async function setPermissions(pool: Pool, roleId: number, held: readonly Permission[]): Promise<void> {
  await pool.query("delete from role_permission where role_id = $1", [roleId]);
  await pool.query("insert into role_permission (role_id, permission) select $1, unnest($2::text[])", [roleId, held]);
}

/** Changes the projects and sites of a user, past the service: no event is sent. */
export async function setScope(
  pool: Pool,
  userId: number,
  { projectIds, siteIds }: { projectIds: readonly number[]; siteIds: readonly number[] },
): Promise<void> {
  await pool.query("delete from user_project where user_id = $1", [userId]);
  await pool.query("delete from user_site where user_id = $1", [userId]);
  await pool.query("insert into user_project (user_id, project_id) select $1, unnest($2::int[])", [userId, projectIds]);
  await pool.query("insert into user_site (user_id, site_id) select $1, unnest($2::int[])", [userId, siteIds]);
}

/** Adds a token past the service, for example one that has expired (`lifeMs` below 0). */
export async function addToken(
  pool: Pool,
  user: { id: number; workspaceId: number },
  { lifeMs = 3_600_000, purpose = "session", facts = {} }: { lifeMs?: number; purpose?: string; facts?: object } = {},
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await pool.query(
    `insert into token (hash, purpose, workspace_id, user_id, created_at, expires_at, facts)
     values ($1, $2, $3, $4, now() - interval '1 hour', now() + $5 * interval '1 millisecond', $6)`,
    [createHash("sha256").update(token).digest("hex"), purpose, user.workspaceId, user.id, lifeMs, facts],
  );
  return token;
}

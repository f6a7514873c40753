/** Accounts: a workspace of 10,000 users, its first table page over HTTP, and 50 people who log in at the same moment. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getSites, getUsers } from "../src/protocol/admin.ts";
import type { Route } from "../src/protocol/route.ts";
import { ensureWorkspace } from "../src/server/admin/bootstrap.ts";
import { hashPassword } from "../src/server/identity/password.ts";
import { type Database, openDatabase } from "../src/server/platform/database/database.ts";
import { answerAs, signIn } from "../tests/support/calls.ts";
import { longestDelay, loopMonitor } from "./loop-monitor.ts";
import { type RunningServer, startServer } from "./server.ts";
import { median, percentile } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const users = 10_000;
const pages = 60;
const loginsAtOnce = 50;
const rounds = 3;
const password = "Bench-password-1";
/** One of them may manage the users of the own sites and projects. */
const managerNumber = 203;
const emailOf = (n: number) => `bench-${n}@connect.test`;

export const accountBenches: BenchGroup = {
  ids: [
    "accounts.page.p50",
    "accounts.page.p95",
    "accounts.page.search.p95",
    "accounts.page.sites.p95",
    "accounts.page.scoped.p95",
    "accounts.sites.p95",
    "accounts.page.loop",
    "accounts.login.p50",
    "accounts.login.max",
    "accounts.login.loop",
  ],
  async run(context) {
    const dataDir = await filledFolder(context);
    const monitor = join(context.cacheDir, "loop-monitor.mjs");
    writeFileSync(monitor, loopMonitor);
    const server = await startServer({ dataDir, env: { NODE_OPTIONS: `--import=${pathToFileURL(monitor)}` } });
    try {
      return [...(await tablePages(server)), ...(await logins(server))];
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

async function tablePages(server: RunningServer): Promise<BenchResult[]> {
  const { token } = await signIn(server.url);
  const manager = await signIn(server.url, { email: emailOf(managerNumber), password });
  const timed = async (query: object, route: Route = getUsers, as = token) => {
    const times: number[] = [];
    for (let n = 0; n < pages; n++) {
      const begun = performance.now();
      await answerAs(server.url, as, route, query);
      times.push(performance.now() - begun);
    }
    return times;
  };
  await longestDelay(server);
  const first = await timed({});
  const filters = [{ field: "email", operator: "contains", value: "99" }];
  const search = await timed({ rows_per_page: 10, order_by: "last_name", order_direction: "asc", filters });
  const sites = await timed({ rows_per_page: 10, order_by: "site_count", order_direction: "desc" });
  const scoped = await timed({}, getUsers, manager.token);
  const allSites = await timed({ return_all_sites: true }, getSites);
  const note = `of ${users} users over HTTP, ${pages} calls one after another`;
  return [
    ms("accounts.page.p50", median(first), `first page, 100 rows ${note}`),
    ms("accounts.page.p95", percentile(first, 95), `first page, 100 rows ${note}; goal 300`),
    ms("accounts.page.search.p95", percentile(search, 95), `searched by e-mail, sorted by name, 10 rows ${note}`),
    ms("accounts.page.sites.p95", percentile(sites, 95), `sorted by number of sites, 10 rows ${note}`),
    ms("accounts.page.scoped.p95", percentile(scoped, 95), `first page of who manages 4 sites and 3 projects ${note}`),
    ms("accounts.sites.p95", percentile(allSites, 95), `10 of 40 sites with the ids of their users ${note}`),
    ms(
      "accounts.page.loop",
      await longestDelay(server),
      "longest delay of the server's event loop meanwhile; goal 100",
    ),
  ];
}

async function logins(server: RunningServer): Promise<BenchResult[]> {
  const { workspaceId } = await signIn(server.url);
  const times: number[] = [];
  const timedLogin = async (n: number) => {
    const begun = performance.now();
    await signIn(server.url, { email: emailOf(n), password, workspaceId });
    times.push(performance.now() - begun);
  };
  await longestDelay(server);
  for (let round = 0; round < rounds; round++)
    await Promise.all(Array.from({ length: loginsAtOnce }, (_, n) => timedLogin(1 + round * loginsAtOnce + n)));
  const note = `${loginsAtOnce} logins at once, ${rounds} rounds, all of them right`;
  return [
    ms("accounts.login.p50", median(times), note),
    ms("accounts.login.max", Math.max(...times), `${note}; the slowest; goal 1500`),
    ms(
      "accounts.login.loop",
      await longestDelay(server),
      "longest delay of the server's event loop meanwhile; goal 100",
    ),
  ];
}

const ms = (id: string, value: number, note: string): BenchResult => ({ id, value, unit: "ms", better: "lower", note });

/** A data folder of its own for each run, because signing in leaves rows. */
async function filledFolder({ cacheDir, log }: BenchContext): Promise<string> {
  const dataDir = join(cacheDir, "accounts");
  rmSync(dataDir, { recursive: true, force: true });
  log(`filling ${users} users ...`);
  const database = await openDatabase({ dataDir, mustOwn: true });
  try {
    const { workspaceId } = await ensureWorkspace(database.drizzle, "DEMO");
    await fill(database.pool, workspaceId, await hashPassword(password));
  } finally {
    await database.close();
  }
  return dataDir;
}

/** 40 sites and 20 projects; each user has 1 to 4 sites, 1 to 3 projects and the role of a viewer. */
async function fill(pool: Database["pool"], workspaceId: number, passwordHash: string): Promise<void> {
  const run = (sql: string, ...more: unknown[]) => pool.query(sql, [workspaceId, ...more]);
  await run(`insert into site (workspace_id, identifier, name, location)
    select $1, lpad(n::text, 4, '0'), 'Site ' || n, 'Here' from generate_series(1, 38) as n`);
  await run(`insert into project (workspace_id, identifier, name, bucket_id)
    select $1, 'P' || n, 'Project ' || n, (select min(id) from bucket) from generate_series(1, 18) as n`);
  await run(
    `insert into app_user (workspace_id, email, email_key, password_hash, first_name, last_name, country, is_verified)
      select $1, 'bench-' || n || '@connect.test', 'bench-' || n || '@connect.test', $2,
        'First ' || n % 97, 'Last ' || n % 1013, 'United States', n % 5 > 0 or n < 1000
      from generate_series(1, ${users}) as n`,
    passwordHash,
  );
  const each = (table: string, column: string, from: string, most: number) =>
    run(`insert into user_${table} (user_id, ${column})
      select u.id, (select min(id) from ${from} where workspace_id = $1) + (u.id * 7 + k) % (select count(*) from ${from} where workspace_id = $1)
      from app_user u, generate_series(0, ${most - 1}) as k
      where u.workspace_id = $1 and k <= u.id % ${most}`);
  await each("site", "site_id", "site", 4);
  await each("project", "project_id", "project", 3);
  await run(`insert into user_role (user_id, role_id)
    select u.id, r.id from app_user u, role r where u.workspace_id = $1 and r.workspace_id = $1 and r.name = 'Viewer'`);
  await run(
    `with r as (
      insert into role (workspace_id, name, description) values ($1, 'Manager', 'Users of the own sites') returning id
    ), p as (insert into role_permission (role_id, permission) select id, 'access_admin_user_management' from r)
    insert into user_role (user_id, role_id) select u.id, r.id from r, app_user u where u.email_key = $2`,
    emailOf(managerNumber),
  );
}

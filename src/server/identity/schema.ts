/** Tables of accounts as drizzle sees them; made by platform/database/migrations/0002_accounts.sql and 0009_accounts.sql. */
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { Permission } from "../../protocol/permissions.ts";

const id = () => integer("id").primaryKey().generatedAlwaysAsIdentity();
const bigId = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();
const time = (name: string) => timestamp(name, { withTimezone: true });
const createdAt = () => time("created_at").notNull().defaultNow();

export const workspace = pgTable("workspace", {
  id: id(),
  name: text("name").notNull(),
  restrictEmailDomains: boolean("restrict_email_domains").notNull().default(false),
  createdAt: createdAt(),
});

export const appUser = pgTable("app_user", {
  id: id(),
  workspaceId: integer("workspace_id").notNull(),
  email: text("email").notNull(),
  /** `emailKey` of domain/people/account-rules.ts: what addresses are compared by. */
  emailKey: text("email_key").notNull(),
  /** null until the invitation is completed. */
  passwordHash: text("password_hash"),
  firstName: text("first_name").notNull().default(""),
  lastName: text("last_name").notNull().default(""),
  country: text("country").notNull().default(""),
  /** The invitation was completed. */
  isVerified: boolean("is_verified").notNull().default(false),
  /** A link that was mailed to the address was opened. */
  emailVerified: boolean("email_verified").notNull().default(false),
  createdAt: createdAt(),
});

export const role = pgTable("role", {
  id: id(),
  workspaceId: integer("workspace_id").notNull(),
  name: text("name").notNull(),
  description: text("description").notNull(),
  createdAt: createdAt(),
});

export const rolePermission = pgTable(
  "role_permission",
  { roleId: integer("role_id").notNull(), permission: text("permission").$type<Permission>().notNull() },
  (table) => [primaryKey({ columns: [table.roleId, table.permission] })],
);

export const userRole = pgTable(
  "user_role",
  { userId: integer("user_id").notNull(), roleId: integer("role_id").notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.roleId] })],
);

/** Everything a token may be for; sessions and links of mails are what the guard admits. */
export type StoredPurpose =
  | "session"
  | "create_account"
  | "reset_password"
  | "change_email"
  | "oauth_code"
  | "oauth_access";

export const token = pgTable("token", {
  id: bigId(),
  hash: text("hash").notNull(),
  purpose: text("purpose").$type<StoredPurpose>().notNull(),
  workspaceId: integer("workspace_id").notNull(),
  userId: integer("user_id").notNull(),
  createdAt: createdAt(),
  expiresAt: time("expires_at").notNull(),
  /** A session is over then, however often it is renewed. */
  endsAt: time("ends_at"),
  usedAt: time("used_at"),
  facts: jsonb("facts").$type<Readonly<Record<string, unknown>>>().notNull().default({}),
});

export const throttle = pgTable("throttle", {
  key: text("key").primaryKey(),
  failures: integer("failures").notNull().default(0),
  blockedUntil: time("blocked_until").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

export const userAction = pgTable("user_action", {
  id: bigId(),
  workspaceId: integer("workspace_id").notNull(),
  userId: integer("user_id"),
  email: text("email").notNull(),
  /** "" for changes of one's own account. */
  permission: text("permission").notNull(),
  /** Path of the call. */
  action: text("action").notNull(),
  facts: jsonb("facts").$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  ipAddress: text("ip_address").notNull(),
  performedAt: time("performed_at").notNull().defaultNow(),
  kind: text("kind").$type<"change" | "reading" | "refused">().notNull().default("change"),
  /** Of rows that grow (reading-log.ts): the session, and what was read or refused, "recording 12". */
  tokenId: bigint("token_id", { mode: "number" }),
  subject: text("subject"),
  times: integer("times").notNull().default(1),
  until: time("until"),
});

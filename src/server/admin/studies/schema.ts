/** Buckets, projects and sites as drizzle sees them; made by platform/database/migrations/0002_accounts.sql. */
import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const id = () => integer("id").primaryKey().generatedAlwaysAsIdentity();
const workspaceId = () => integer("workspace_id").notNull();
const createdAt = () => timestamp("created_at", { withTimezone: true }).notNull().defaultNow();

export const bucket = pgTable("bucket", {
  id: id(),
  workspaceId: workspaceId(),
  name: text("name").notNull(),
  /** "file:" + folder under the data folder, or the address of an S3-compatible service. */
  endpoint: text("endpoint").notNull(),
});

export const project = pgTable("project", {
  id: id(),
  workspaceId: workspaceId(),
  identifier: text("identifier").notNull(),
  name: text("name").notNull(),
  type: text("type").notNull().default(""),
  bucketId: integer("bucket_id").notNull(),
  createdAt: createdAt(),
});

export const site = pgTable("site", {
  id: id(),
  workspaceId: workspaceId(),
  /** Exactly 4 characters. */
  identifier: text("identifier").notNull(),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  location: text("location").notNull(),
  createdAt: createdAt(),
});

/** The table of patients as drizzle sees it; made by platform/database/migrations/0002_accounts.sql. */
import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const patient = pgTable("patient", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  workspaceId: integer("workspace_id").notNull(),
  projectId: integer("project_id").notNull(),
  siteId: integer("site_id").notNull(),
  /** Unique in its project and site. */
  identifier: text("identifier").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

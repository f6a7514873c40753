/** The table of recordings as drizzle sees it; made by platform/database/migrations/0001_recordings.sql. */
import { boolean, doublePrecision, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { RecordingSummary, RecordingTail, SignalGroup } from "../../protocol/recordings.ts";
import type { Anchors, DamagedPart } from "./types.ts";

export const recording = pgTable("recording", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  patientId: text("patient_id").notNull(),
  /** Null only in rows made before accounts existed, until the server adopts them. */
  patientKey: integer("patient_key"),
  objName: text("obj_name").notNull(),
  objType: text("obj_type").$type<RecordingSummary["obj_type"]>().notNull(),
  state: text("state").$type<RecordingSummary["state"]>().notNull().default("importing"),
  importToken: text("import_token"),
  heartbeatAt: timestamp("heartbeat_at", { withTimezone: true }).notNull().defaultNow(),
  progress: doublePrecision("progress").notNull().default(0),
  etaMs: doublePrecision("eta_ms"),
  error: text("error"),
  startMs: doublePrecision("start_ms").notNull(),
  endMs: doublePrecision("end_ms").notNull(),
  isStartKnown: boolean("is_start_known").notNull(),
  timezone: text("timezone").notNull(),
  channelCount: integer("channel_count").notNull(),
  gapCount: integer("gap_count").notNull().default(0),
  annotationCount: integer("annotation_count").notNull().default(0),
  repairCount: integer("repair_count").notNull().default(0),
  sizeBytes: doublePrecision("size_bytes").notNull(),
  dataVersion: integer("data_version").notNull().default(1),
  groups: jsonb("groups").$type<SignalGroup[]>().notNull().default([]),
  repairs: jsonb("repairs").$type<string[]>().notNull().default([]),
  /** Null: imported before there were checksums, and not checked yet. */
  anchors: jsonb("anchors").$type<Anchors>(),
  /** What of it is not what was stored; empty as far as is known. */
  damage: jsonb("damage").$type<DamagedPart[]>().notNull().default([]),
  /** What lies behind `groups` while the recording grows; null: it is complete. */
  tail: jsonb("tail").$type<RecordingTail>(),
  /** When all of it was read and compared last. */
  verifiedAt: timestamp("verified_at", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  /** Null for imports on the server and for accounts that are no more. */
  uploadedBy: integer("uploaded_by"),
  /** What it was ingested from; null for imports on the server. */
  uploadItemId: integer("upload_item_id"),
  /** A later upload took its place: it is not seen any more. */
  supersededAt: timestamp("superseded_at", { withTimezone: true }),
});

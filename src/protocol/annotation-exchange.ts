/** Annotations as files: the export of a session. The formats are written by src/domain/annotations/exchange. Server: src/server/annotations. */
import Type, { type Static } from "typebox";
import { route } from "./route.ts";
import { RowKey } from "./scalars.ts";

export const AnnotationExportFormat = Type.Union([Type.Literal("csv"), Type.Literal("edf"), Type.Literal("bids")]);
export type AnnotationExportFormat = Static<typeof AnnotationExportFormat>;

/** What a file that is read may be. */
export const annotationImportLimits = { bytes: 20_000_000, rows: 100_000 } as const;

export const exportAnnotations = route("/v1/annotations/export_annotations", {
  needs: ["visualize_data"],
  refusals: "errorMessage",
  summary: "A session as a file, by time: CSV, EDF+ with annotations alone, or BIDS events.tsv; streamed.",
  hasGet: true,
  isBlob: true,
  body: Type.Object({ annotation_group_id: RowKey, format: AnnotationExportFormat }),
  answer: Type.Unknown(),
});

/** EEG trends as numbers: the values of a span, with how they are made, in a file. Server: src/server/trend-export. */
import Type, { type Static } from "typebox";
import { route } from "./route.ts";
import { EpochMs } from "./scalars.ts";
import { EegSource, type Side, sides, type Trend, trendRows } from "./trends.ts";

const closed = { additionalProperties: false };
const names = Object.keys(trendRows) as Trend[];

/** A trend of one hemisphere, or of both (null). */
export interface ExportedTrend {
  trend: Trend;
  side: Side | null;
}

/** Every trend of either side, in the order of the panel. */
export const exportedTrends: readonly ExportedTrend[] = names.flatMap((trend): ExportedTrend[] =>
  trend === "artifact_intensity" || trend.startsWith("asymmetry")
    ? [{ trend, side: null }]
    : sides.map((side) => ({ trend, side })),
);

export const TrendExportFormat = Type.Union([Type.Literal("csv"), Type.Literal("hdf5")]);
export type TrendExportFormat = Static<typeof TrendExportFormat>;

/** Epochs of trends. A line of a CSV is one of them, so a file holds the trends of one length. ms */
export const trendEpochsMs = [10_000, 15_000] as const;

export const trendExportLimits = { spanMs: 14 * 86_400_000 } as const;

export const ExportTrends = Type.Object({
  source: EegSource,
  isArtifactReduced: Type.Boolean(),
  /** Of power trends; null: off. Hz */
  notch: Type.Union([Type.Literal(50), Type.Literal(60), Type.Null()]),
  leavesOutArtifacts: Type.Optional(Type.Literal(true)),
  /** What the trends against a baseline are compared with; absent: the first valid hour. */
  baseline: Type.Optional(Type.Object({ start_ms: EpochMs, end_ms: EpochMs }, closed)),
  /** Epochs that this span touches, within the recording. */
  start_ms: EpochMs,
  end_ms: EpochMs,
  format: TrendExportFormat,
  /** Of a CSV: the trends with epochs of this length. An HDF5 file holds all of them. */
  epoch_ms: Type.Optional(Type.Union([Type.Literal(10_000), Type.Literal(15_000)])),
  /** Of an HDF5, whose first byte is sent when all of it is written: lines of JSON come before it, which say how far that is (`ToldExport`). */
  tells_progress: Type.Optional(Type.Literal(true)),
});
export type ExportTrends = Static<typeof ExportTrends>;

/**
 * A line before a file that is told of while it is made, each with "\n" at its end: how much of it is written, 0 to 1; at last its length, whose
 * bytes follow, or why there is none.
 */
export const ToldExport = Type.Union([
  Type.Object({ fraction: Type.Number({ minimum: 0, maximum: 1 }) }),
  Type.Object({ bytes: Type.Integer({ minimum: 0 }) }),
  Type.Object({ errorMessage: Type.String() }),
]);
export type ToldExport = Static<typeof ToldExport>;

/** "EEG trends 12, 10 s.csv": with the number of the recording, and no name. */
export const trendFileName = (
  { source, format }: Pick<ExportTrends, "source" | "format">,
  epochMs: number | undefined,
): string =>
  format === "csv"
    ? `EEG trends ${source.data_object_id}, ${(epochMs ?? trendEpochsMs[0]) / 1000} s.csv`
    : `EEG trends ${source.data_object_id}.h5`;

export const trendFileType = (format: TrendExportFormat): string =>
  format === "csv" ? "text/csv; charset=utf-8" : "application/x-hdf5";

export const exportTrends = route("/v1/recordings/export_trends", {
  needs: ["visualize_data"],
  refusals: "errorMessage",
  summary: "Values of EEG trends in a span, with their definitions: CSV (streamed) or HDF5.",
  isBlob: true,
  body: ExportTrends,
  answer: Type.Unknown(),
});

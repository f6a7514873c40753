/** The analyses whose pages a connection asks for: it is told of their growth and change as of its recordings'. */
import { type Analysis, sourcesOf } from "../../protocol/analysis.ts";
import type { RecordingTail } from "../../protocol/recordings.ts";
import { analysisOf, lookUpAnalysis } from "../analysis/index.ts";
import type { LookUp } from "./recording-lookup.ts";

/** Those unused for longest are forgotten; so are all beyond the sources that one page may name. */
const mostAnalyses = 256;
const mostSources = 64;

export class ReadAnalyses {
  /** By id, the longest unused first. */
  private readonly analyses = new Map<number, Analysis>();

  /** Notes what a request names, whatever else it is. */
  hear(sent: unknown): void {
    if (typeof sent !== "object" || sent === null || !("modality_sources" in sent)) return;
    const { modality_sources: sources } = sent;
    if (!Array.isArray(sources)) return;
    for (const source of sources.slice(0, mostSources) as unknown[]) {
      if (typeof source !== "object" || source === null) continue;
      const { data_object_id: id, modality } = source as Record<string, unknown>;
      if (typeof id !== "number" || typeof modality !== "string" || !(id < 0)) continue;
      const analysis = this.analyses.get(id) ?? analysisOf({ data_object_id: id, modality });
      if (analysis !== null) this.keep(id, analysis);
    }
  }

  /** Ids of those that are made of one of these recordings. */
  of(recordingIds: readonly number[]): number[] {
    return [...this.analyses].flatMap(([id, analysis]) =>
      sourcesOf(analysis).some((source) => recordingIds.includes(source.data_object_id)) ? [id] : [],
    );
  }

  /** How far one has grown; null when it does not grow, or cannot be seen now. */
  async tailOf(id: number, lookUp: LookUp): Promise<RecordingTail | null> {
    const analysis = this.analyses.get(id);
    const made = analysis === undefined ? null : await lookUpAnalysis(analysis, lookUp).catch(() => null);
    return made?.tail ?? null;
  }

  private keep(id: number, analysis: Analysis): void {
    this.analyses.delete(id);
    this.analyses.set(id, analysis);
    if (this.analyses.size > mostAnalyses) this.analyses.delete(this.analyses.keys().next().value as number);
  }
}

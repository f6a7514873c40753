/** The analyses whose pages a connection asks for: it is told of their growth and change as of its recordings'. */
import { noMasks } from "../../domain/annotations/masks.ts";
import { type Analysis, sourcesOf } from "../../protocol/analysis.ts";
import type { RenderModalities } from "../../protocol/pages.ts";
import type { RecordingTail } from "../../protocol/recordings.ts";
import { analysisOf, lookUpAnalysis } from "../analysis/index.ts";
import type { LookUp } from "./recording-lookup.ts";

/** How far one goes has nothing to do with what is masked of it. */
const unmasked = async () => ({ ...noMasks, revision: 0 });
/** Those unused for longest are forgotten. */
const mostAnalyses = 256;

export class ReadAnalyses {
  /** By id, the longest unused first. */
  private readonly analyses = new Map<number, Analysis>();

  /** Notes those that a request names. It was resolved: whoever asks may see all of their sources. */
  note({ modality_sources: sources }: Pick<RenderModalities, "modality_sources">): void {
    for (const source of sources) {
      const id = source.data_object_id;
      const analysis = this.analyses.get(id) ?? analysisOf(source);
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
    const made = analysis === undefined ? null : await lookUpAnalysis(analysis, lookUp, unmasked).catch(() => null);
    return made?.tail ?? null;
  }

  /** Of those that are made of one of these recordings the ones whose sources are all seen now. Nobody is told of others. */
  async seenOf(recordingIds: readonly number[], lookUp: LookUp): Promise<number[]> {
    const seen: number[] = [];
    for (const id of this.of(recordingIds)) {
      const analysis = this.analyses.get(id);
      if (analysis === undefined) continue; // forgotten meanwhile, for others
      const sources = sourcesOf(analysis);
      const found = sources.map(({ data_object_id }) => lookUp(data_object_id).catch(() => null));
      if ((await Promise.all(found)).every((recording) => recording !== null)) seen.push(id);
    }
    return seen;
  }

  private keep(id: number, analysis: Analysis): void {
    this.analyses.delete(id);
    this.analyses.set(id, analysis);
    if (this.analyses.size > mostAnalyses) this.analyses.delete(this.analyses.keys().next().value as number);
  }
}

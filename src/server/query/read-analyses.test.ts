/** Who is told of the analyses that they read. */
import { expect, it } from "vitest";
import { type Analysis, analysisKey } from "../../protocol/analysis.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { analysisId } from "../analysis/index.ts";
import { ReadAnalyses } from "./read-analyses.ts";

const channel = (data_object_id: number) => ({ data_object_id, modality: "P", channel: 0 });
const cpp = (abp: number, icp: number): Analysis => ({ analytic: "cpp", ABP: channel(abp), ICP: channel(icp) });
const sourceOf = (analysis: Analysis) => ({ data_object_id: analysisId(analysis), modality: analysisKey(analysis) });

it("tells of what was read while all of its sources are seen, and of nothing else", async () => {
  const hidden = new Set<number>();
  const lookUp = async (id: number) => {
    if (id === 5) throw new Error("The database is away.");
    return hidden.has(id) ? null : ({ data_object_id: id } as RecordingDetail);
  };
  const read = new ReadAnalyses();
  const [own, other, unknown] = [cpp(1, 2), cpp(3, 2), cpp(5, 2)];
  expect(await read.seenOf([1, 2, 3], lookUp)).toEqual([]);
  read.note({ modality_sources: [{ data_object_id: 9, modality: "P" }, ...[own, other, unknown].map(sourceOf)] });
  expect(await read.seenOf([2], lookUp)).toEqual([analysisId(own), analysisId(other)]);
  expect(await read.seenOf([1], lookUp)).toEqual([analysisId(own)]);
  hidden.add(3);
  expect(await read.seenOf([2], lookUp)).toEqual([analysisId(own)]);
  expect(await read.seenOf([7], lookUp)).toEqual([]);
});

it("passes over what is forgotten while it is asked who sees it", async () => {
  const read = new ReadAnalyses();
  const [first, second] = [cpp(1, 2), cpp(3, 2)];
  read.note({ modality_sources: [first, second].map(sourceOf) });
  const lookUp = async (id: number) => {
    // Their page asks for as many others as are kept.
    read.note({ modality_sources: Array.from({ length: 256 }, (_, k) => sourceOf(cpp(100 + k, 10))) });
    return { data_object_id: id } as RecordingDetail;
  };
  expect(await read.seenOf([2], lookUp)).toEqual([analysisId(first)]);
});

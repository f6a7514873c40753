/**
 * Describes stored arrays so that Zarr tools (v2 and v3) and numpy read them without us: see the README of this folder.
 * Chunks that are absent hold nothing but the fill value.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { SignalGroup } from "../../protocol/recordings.ts";
import { writeDurably } from "../platform/durable.ts";
import type { ArrayLayout } from "./geometry.ts";

/** What a group's description repeats of its recording. */
export interface GroupFacts {
  timezone: string;
  isStartKnown: boolean;
  startMs: number;
}

/** Fill values: of samples the missing code; of int16 pairs 32767 (an absent pair cannot be min > max), else NaN. */
const fillOf = ({ sampleType, parts }: ArrayLayout): number | "NaN" =>
  sampleType === "float32" ? "NaN" : parts === 1 ? -32_768 : 32_767;

const text = (document: unknown): string => `${JSON.stringify(document)}\n`;

/** Writes `.zarray`, `.zattrs` and `zarr.json` into the folder of an array. */
export async function describeArray(folder: string, layout: ArrayLayout): Promise<void> {
  const parts = layout.parts === 2 ? [2] : [];
  const shape = [layout.blocks, layout.channels, layout.perBlock, ...parts];
  const chunks = [layout.blocksPerChunk, layout.channels, layout.perBlock, ...parts];
  const dimensions = ["block", "channel", "sample", "min_max"].slice(0, shape.length);
  const attributes = { samples_per_entry: layout.factor, _ARRAY_DIMENSIONS: dimensions };
  await mkdir(folder, { recursive: true });
  await writeDurably(
    join(folder, ".zarray"),
    text({
      zarr_format: 2,
      shape,
      chunks,
      dtype: layout.sampleType === "int16" ? "<i2" : "<f4",
      compressor: null,
      fill_value: fillOf(layout),
      order: "C",
      filters: null,
      dimension_separator: ".",
    }),
  );
  await writeDurably(join(folder, ".zattrs"), text(attributes));
  await writeDurably(
    join(folder, "zarr.json"),
    text({
      zarr_format: 3,
      node_type: "array",
      shape,
      data_type: layout.sampleType,
      chunk_grid: { name: "regular", configuration: { chunk_shape: chunks } },
      chunk_key_encoding: { name: "v2", configuration: { separator: "." } },
      fill_value: fillOf(layout),
      codecs: [{ name: "bytes", configuration: { endian: "little" } }],
      dimension_names: dimensions,
      attributes,
    }),
  );
}

/** Writes the description of a group: times, units, scales and names of its channels. */
export async function describeGroup(folder: string, group: SignalGroup, facts: GroupFacts): Promise<void> {
  await describeFolder(folder, {
    modality: group.modality,
    kind: group.kind,
    start_ms: facts.startMs,
    is_start_known: facts.isStartKnown,
    timezone: facts.timezone,
    sampling_hz: group.sampling_hz,
    sample_count: group.sample_count,
    missing_code: group.missing_code,
    /** [first sample, sample count, time of the first sample in epoch ms]: outside them there is no data. */
    segments: group.segments.map(({ first, count, start_ms }) => [first, count, start_ms]),
    names: group.channels.map(({ label }) => label),
    units: group.channels.map(({ unit }) => unit),
    /** physical = stored * gain + offset */
    gain: group.channels.map(({ gain }) => gain),
    offset: group.channels.map(({ offset }) => offset),
  });
}

/** Makes a folder a Zarr group. */
export async function describeFolder(folder: string, attributes: Record<string, unknown>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeDurably(join(folder, ".zgroup"), text({ zarr_format: 2 }));
  await writeDurably(join(folder, ".zattrs"), text(attributes));
  await writeDurably(join(folder, "zarr.json"), text({ zarr_format: 3, node_type: "group", attributes }));
}

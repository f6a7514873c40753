/** The demo recording is repeatable, complete, and behaves like the brain and circulation it imitates. */
import { describe, expect, it } from "vitest";
import type { FileAnnotation } from "../../../protocol/recordings.ts";
import { type DemoOptions, openDemoSource } from "./index.ts";

interface Made {
  /** Stored values by channel label, gap left out. */
  values: Map<string, Int16Array>;
  spans: Map<string, [number, number][]>;
  annotations: FileAnnotation[];
  bytesRead: number;
  sizeBytes: number;
  startMs: number;
}

async function make(options: DemoOptions): Promise<Made> {
  const source = openDemoSource(options);
  const { groups, startMs, sizeBytes } = source.head;
  const parts = new Map<string, number[]>();
  const spans = new Map<string, [number, number][]>();
  let bytesRead = 0;
  for await (const block of source.blocks()) {
    const { modality, channels, sampling_hz } = groups[block.group];
    const start = (block.startMs - startMs) / 1000;
    const end = start + block.count / sampling_hz;
    const known = spans.get(modality) ?? [];
    const last = known.at(-1);
    if (last && last[1] === start) last[1] = end;
    else known.push([start, end]);
    spans.set(modality, known);
    channels.forEach(({ label }, row) => {
      const list = parts.get(label) ?? [];
      for (let i = row * block.count; i < (row + 1) * block.count; i++) list.push(block.data[i]);
      parts.set(label, list);
    });
    bytesRead = block.bytesRead;
  }
  const values = new Map([...parts].map(([label, list]) => [label, Int16Array.from(list)]));
  return { values, spans, bytesRead, sizeBytes, startMs, ...source.finish() };
}

const half = await make({ durationSeconds: 1800 });
const of = (label: string) => half.values.get(label) ?? new Int16Array(0);

function correlation(a: Int16Array, b: Int16Array): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return ab / Math.sqrt(aa * bb);
}

const power = (x: Int16Array, fromSecond: number, toSecond: number) => {
  let sum = 0;
  for (let i = fromSecond * 256; i < toSecond * 256; i++) sum += x[i] * x[i];
  return sum / ((toSecond - fromSecond) * 256) / 100;
};

describe("demo recording", () => {
  it("says of each of its groups that it is synthesised", async () => {
    const { head } = await openDemoSource({ durationSeconds: 60 });
    expect(head.groups.map((group) => group.is_synthesised)).toEqual(head.groups.map(() => true));
  });

  it("is the same every time, and another one with another seed", async () => {
    const [a, b, c] = await Promise.all([1, 1, 2].map((seed) => make({ durationSeconds: 70, seed })));
    expect(b.values).toEqual(a.values);
    expect(c.values.get("C3")).not.toEqual(a.values.get("C3"));
  });

  it("has 22 inputs by default, more or fewer on demand, and every waveform and numeric", async () => {
    const { head } = openDemoSource({ durationSeconds: 60 });
    expect(head.groups.map((g) => [g.modality, g.kind, g.sampling_hz, g.channels.length])).toEqual([
      ["EEG", "eeg", 256, 22],
      ["ABP_na", "waveform", 125, 1],
      ["ICP_na", "waveform", 125, 1],
      ["SpO2_na", "numeric", 1, 1],
      ["HR_na", "numeric", 1, 1],
      ["Temp_na", "numeric", 1, 1],
      ["ECoG", "eeg", 64, 6],
      ["stO2_na", "numeric", 1, 1],
    ]);
    const many = openDemoSource({ durationSeconds: 60, channelCount: 40 }).head.groups;
    expect(new Set(many[0].channels.map((c) => c.label)).size).toBe(40);
    expect(new Set(many.flatMap((g) => g.channels.map((c) => c.source_index))).size).toBe(52);
    expect(openDemoSource({ durationSeconds: 60, channelCount: 4 }).head.groups[0].channels).toHaveLength(4);
    expect(() => openDemoSource({ durationSeconds: 5 })).toThrow(RangeError);
  });

  it("has exactly one gap, the same in all groups, and full seconds everywhere else", () => {
    for (const spans of half.spans.values()) expect(spans).toEqual(half.spans.get("EEG"));
    const spans = half.spans.get("EEG") ?? [];
    expect(spans).toHaveLength(2);
    expect(spans[0][0]).toBe(0);
    expect(spans[1][1]).toBe(1800);
    expect(half.bytesRead).toBe(half.sizeBytes);
  });

  it("marks its seizures, which are far stronger over the focus than before or on the other side", () => {
    const seizure = half.annotations.find((a) => a.text.startsWith("Seizure"));
    expect(seizure?.text).toBe("Seizure, left temporal onset");
    const start = ((seizure?.start_time ?? 0) - half.startMs) / 1000;
    const during = power(of("T7"), start + 30, start + 60);
    expect(during).toBeGreaterThan(6 * power(of("T7"), start - 60, start - 10));
    expect(during).toBeGreaterThan(4 * power(of("T8"), start + 30, start + 60));
  });

  it("neighbours and mirror sites are alike, distant sites are not", () => {
    expect(correlation(of("Fp1"), of("F3"))).toBeGreaterThan(0.6);
    expect(correlation(of("O1"), of("O2"))).toBeGreaterThan(0.4);
    expect(Math.abs(correlation(of("Fp1"), of("O2")))).toBeLessThan(0.45);
    const usual = (x: Int16Array) =>
      Array.from({ length: 600 }, (_, s) => power(x, s, s + 1)).sort((a, b) => a - b)[300];
    const [left, right] = [usual(of("C3")), usual(of("C4"))];
    expect(left / right).toBeGreaterThan(0.6);
    expect(left / right).toBeLessThan(1.6);
  });

  it("stays in believable limits", () => {
    const background = Math.sqrt(power(of("C3"), 0, 500));
    expect(background).toBeGreaterThan(5);
    expect(background).toBeLessThan(40);
    const limits: [string, number, number, number][] = [
      ["ABP", 20, 35, 190],
      ["ICP", 20, 0, 70],
      ["SpO2", 10, 80, 100],
      ["HR", 10, 45, 150],
      ["Temp", 100, 35.5, 39],
      ["stO2", 10, 55, 80],
    ];
    for (const [label, steps, low, high] of limits) {
      const sorted = of(label).slice().sort();
      expect(sorted[0] / steps).toBeGreaterThan(low);
      expect(sorted[sorted.length - 1] / steps).toBeLessThanOrEqual(high);
    }
  });

  it("a day has several seizures, one gap of 11 min 20 s, and no note inside it", () => {
    const source = openDemoSource();
    const { annotations } = source.finish();
    expect(annotations.filter((a) => a.text.startsWith("Seizure"))).toHaveLength(6);
    const [off, on] = ["Disconnected for transport", "Reconnected"].map(
      (t) => annotations.find((a) => a.text === t)?.start_time ?? 0,
    );
    expect(on - off).toBe(680_000);
    expect(annotations.filter((a) => a.start_time > off && a.start_time < on)).toEqual([]);
    expect(source.head.sizeBytes).toBe((86_400 - 680) * (22 * 256 + 2 * 125 + 4 + 6 * 64) * 2);
  });
});

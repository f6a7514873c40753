import { expect, it } from "vitest";
import type { SentPage } from "../../protocol/page-codec.ts";
import type { RenderModalities } from "../../protocol/pages.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { cancelled } from "./page-refused.ts";
import { readRequest } from "./page-request.ts";
import { warmUp } from "./warm-up.ts";

const sampleCount = 256 * 3600 * 10;

function recordingOf(id: number, kind: "eeg" | "pressure"): RecordingDetail {
  const channels = ["Fp1", "F7", "T7", "P7", "O1"].map((label) => ({ label, unit: "uV", is_uncalibrated: false }));
  const segments = [{ first: 0, count: sampleCount, start_ms: 0 }];
  const facts = { modality: "EEG", kind, sampling_hz: 256, sample_count: sampleCount, segments, channels };
  const group = { ...facts, sample_type: "int16" } as unknown as SignalGroup;
  const names = { data_object_id: id, data_version: 1, patient_id: 7, start_ms: 0, state: "ready" };
  return { ...names, groups: [group] } as unknown as RecordingDetail;
}

interface Asked {
  request: RenderModalities;
  user: object;
  isCoded: boolean;
}

/** Recordings, and pages that are made at once or, `hang`, when they are given up. */
function world(recordings: RecordingDetail[], { hang = false, isAway = false } = {}) {
  const asked: Asked[] = [];
  const forgotten: object[] = [];
  const logged: string[] = [];
  const options: Parameters<typeof warmUp>[0] = {
    pages: {
      page: (sent, asker, lookUp) =>
        new Promise<SentPage>((resolve, reject) => {
          const request = readRequest(sent);
          asked.push({ request, user: asker.user, isCoded: asker.code !== undefined });
          asker.signal.addEventListener("abort", () => reject(cancelled()));
          const { start, end } = request;
          if (!hang) void lookUp(request.data_object_id).then(() => resolve({ start, end, blocks: [] }));
        }),
      forget: (user) => void forgotten.push(user),
    },
    recordings: { get: async (id) => recordings.find(({ data_object_id }) => data_object_id === id) ?? null },
    wanted: async () => {
      if (isAway) throw new Error("The database is away.");
      return recordings.map(({ data_object_id }) => data_object_id);
    },
    log: { warn: (_, event) => void logged.push(event), debug: () => undefined },
  };
  return { options, asked, forgotten, logged };
}

it("makes pages of the first recording with EEG, as reviews ask for them, for users who are forgotten", async () => {
  const { options, asked, forgotten, logged } = world([
    recordingOf(1, "pressure"),
    recordingOf(2, "eeg"),
    recordingOf(3, "eeg"),
  ]);
  const made = await warmUp(options);
  expect(made).toBe(asked.length);
  expect(made).toBeGreaterThan(50);
  expect(new Set(asked.map(({ request }) => request.data_object_id))).toEqual(new Set([2]));
  expect(new Set(asked.map(({ request, isCoded }) => `${request.form?.kind} ${isCoded}`))).toEqual(
    new Set(["samples true", "samples false", "recipe_columns true", "recipe_columns false"]),
  );
  const users = new Set(asked.map(({ user }) => user));
  expect(users.size).toBe(2);
  expect(new Set(forgotten)).toEqual(users);
  const starts = asked.map(({ request }) => `${request.form?.kind} ${request.start}`);
  expect(new Set(starts).size).toBeGreaterThan(0.8 * starts.length);
  for (const { request } of asked) expect(request.end).toBeLessThanOrEqual((sampleCount * 1000) / 256);
  expect(logged).toEqual([]);
});

it("does nothing where there is no EEG", async () => {
  const none = world([recordingOf(1, "pressure")]);
  expect(await warmUp(none.options)).toBe(0);
  expect(none.asked).toEqual([]);
  expect(none.logged).toEqual([]);
});

it("gives up what takes too long", async () => {
  const slow = world([recordingOf(1, "eeg")], { hang: true });
  expect(await warmUp({ ...slow.options, withinMs: 1 })).toBe(0);
  expect(slow.asked.length).toBeGreaterThan(0);
  expect(slow.forgotten).toHaveLength(2);
});

it("waits for no database that does not answer", async () => {
  const stuck = world([]);
  expect(await warmUp({ ...stuck.options, wanted: () => new Promise(() => undefined), withinMs: 1 })).toBe(0);
});

it("keeps no server from starting", async () => {
  const away = world([recordingOf(1, "eeg")], { isAway: true });
  expect(await warmUp(away.options)).toBe(0);
  expect(away.logged).toEqual(["warm_up.failed"]);
});

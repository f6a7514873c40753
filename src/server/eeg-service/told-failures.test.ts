import { afterEach, expect, it, vi } from "vitest";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { EegServiceFailed, type RemoteEegService } from "./service.ts";
import { withToldFailures } from "./told-failures.ts";

afterEach(() => vi.useRealTimers());

const recording = { data_object_id: 7, patient_id: "P-1" } as RecordingDetail;
const never = new AbortController().signal;

it("says which call failed for which reason, the same once a minute, and passes everything on", async () => {
  vi.useFakeTimers();
  let failure: Error | null = new EegServiceFailed("refused", "Refused.");
  const fails = async () => {
    if (failure !== null) throw failure;
    return null;
  };
  const said: unknown[] = [];
  const service = withToldFailures({ isExternal: true, info: fails, montages: fails } as unknown as RemoteEegService, {
    warn: (facts, event) => said.push([event, facts]),
  });
  for (let k = 0; k < 3; k++) await expect(service.info(recording, never)).rejects.toThrow("Refused.");
  await expect(service.montages(recording, never)).rejects.toThrow("Refused.");
  const first = ["eeg_service.failed", { call: "recording_info", reason: "refused", times: 1 }];
  expect(said).toEqual([first, ["eeg_service.failed", { call: "eeg_montages", reason: "refused", times: 1 }]]);
  vi.advanceTimersByTime(60_000);
  await expect(service.info(recording, never)).rejects.toThrow("Refused.");
  expect(said.slice(2)).toEqual([["eeg_service.failed", { call: "recording_info", reason: "refused", times: 3 }]]);
  // Who has gone is no failure of the service.
  failure = new DOMException("Gone", "AbortError");
  await expect(service.info(recording, never)).rejects.toThrow("Gone");
  failure = null;
  expect(await service.info(recording, never)).toBeNull();
  expect(said).toHaveLength(3);
});

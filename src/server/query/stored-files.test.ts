import { expect, it } from "vitest";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { AnalysisRefused, type StoredRuns } from "../analysis/index.ts";
import { cancelled } from "./page-refused.ts";
import { bringFiles } from "./stored-files.ts";

const source = (analytic: string, run_id = 12) => ({
  recording: { analysis: { analytic, run_id }, sources: [] } as unknown as RecordingDetail,
});
const recorded = { recording: { data_object_id: 5 } as unknown as RecordingDetail };

function world() {
  const given = new Map<number, { resolve(): void; reject(error: Error): void }>();
  const storedRuns: StoredRuns = {
    output: async () => null,
    bring({ run_id }) {
      const result = new Promise<void>((resolve, reject) => void given.set(run_id, { resolve, reject }));
      return { result, progress: () => run_id / 100 };
    },
  };
  return { given, storedRuns };
}
const { signal } = new AbortController();

it("waits for the files of stored runs alone, and says how far they are until they are here", async () => {
  const { given, storedRuns } = world();
  const none = bringFiles([recorded, source("prx")], storedRuns);
  expect([none.progress(), await none.here(signal), given.size]).toEqual([null, undefined, 0]);
  const files = bringFiles([recorded, source("stored_run", 60), source("stored_run", 40)], storedRuns);
  expect(files.progress()).toBe(0.4);
  let isHere = false;
  const here = files.here(signal).then(() => {
    isHere = true;
  });
  given.get(40)?.resolve();
  await new Promise(setImmediate);
  expect(isHere).toBe(false);
  given.get(60)?.resolve();
  await here;
  expect(files.progress()).toBeNull();
});

it("says why a file cannot be read, and waits no longer than whoever asks", async () => {
  const { given, storedRuns } = world();
  const refused = bringFiles([source("stored_run")], storedRuns).here(signal);
  given.get(12)?.reject(new AnalysisRefused("No room."));
  await expect(refused).rejects.toMatchObject({ code: "bad_request", message: "No room." });
  const abort = new AbortController();
  const left = bringFiles([source("stored_run")], storedRuns).here(abort.signal);
  abort.abort(cancelled());
  await expect(left).rejects.toMatchObject({ code: "cancelled" });
});

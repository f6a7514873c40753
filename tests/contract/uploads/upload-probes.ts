/** What an upload left behind, read past the calls, and its jobs run as the runner would. */
import { uploadJobs } from "../../../src/server/uploads/jobs.ts";
import type { UploadWorld } from "./upload-world.ts";

/** `world`: asked when it is needed, as it is opened before the tests. */
export function uploadProbes(world: () => UploadWorld) {
  const statusOf = async (upload_id: number) =>
    (await world().rows<{ status: string }>("select status from upload where id = $1", [upload_id]))[0]?.status;
  const messagesOf = async (upload_id: number) =>
    (
      await world().rows<{ text: string }>(
        "select kind || ' ' || body as text from upload_message where upload_id = $1 order by id",
        [upload_id],
      )
    ).map(({ text }) => text);
  const itemsOf = (upload_id: number) =>
    world().rows<{ id: number; name: string }>("select id, name from upload_item where upload_id = $1 order by id", [
      upload_id,
    ]);
  const jobsOf = (queue: string, key: string) =>
    world().rows<{ payload: unknown; state: string }>("select payload, state from job where queue = $1 and key = $2", [
      queue,
      key,
    ]);
  /** Runs the waiting jobs of the service that are due, as the runner would. */
  async function runJobs(): Promise<void> {
    for (const { queue, run } of uploadJobs(world().deps, [])) {
      const due = await world().rows<{ id: number; payload: never }>(
        "update job set state = 'done', finished_at = now() where queue = $1 and state = 'queued' and run_at <= now() returning id, payload",
        [queue.name],
      );
      for (const { id, payload } of due) {
        const job = { id, queue: queue.name, key: null, payload, attempt: 1, maxAttempts: 5 };
        await run(job, {
          signal: new AbortController().signal,
          progress: () => undefined,
          isHeld: async () => true,
          hold: { id, worker: "test", attempt: 1 },
        });
      }
    }
  }
  const mailsOf = (upload_id: number) =>
    world().rows<{ kind: string; recipient: string; facts: Record<string, unknown> }>(
      "select kind, recipient, facts from mail where (facts ->> 'upload_id')::int = $1 order by id",
      [upload_id],
    );
  return { statusOf, messagesOf, itemsOf, jobsOf, runJobs, mailsOf };
}

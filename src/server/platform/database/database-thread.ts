/** The thread of the embedded database as its owner sees it: begun, asked, begun again after a PANIC, ended. */
import { statfsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { damaged, folderProblem } from "../start/start-problems.ts";
import { StartRefused } from "../start/start-refused.ts";
import { workerFile } from "../start/worker-files.ts";
import type { DatabaseWorkerData, DatabaseWorkerReply, DatabaseWorkerRequest } from "./database-worker.ts";

/** A checkpoint writes some small files beside what has its place already. */
export const checkpointBytes = 4 * 2 ** 20;
/** Recovery ends with a checkpoint, and begins another piece of the log (16 MiB). */
const recoverBytes = 32 * 2 ** 20;
const lookAgainMs = 1000;
/** With room on the disk: then it is something else, and the process ends as it always did. */
const mostFailures = 5;

/** What is left of the disk for anybody. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

type ReplyOf<Kind extends DatabaseWorkerReply["kind"]> = Extract<DatabaseWorkerReply, { kind: Kind }>;

export interface DatabaseThread {
  /** @throws StartRefused when it ends before it answers */
  ask<Kind extends DatabaseWorkerReply["kind"]>(request: DatabaseWorkerRequest, kind: Kind): Promise<ReplyOf<Kind>>;
  /** From now on its end is no failure, and it is not begun again. */
  leave(): void;
  /** After `leave`. */
  close(): Promise<void>;
}

/**
 * Starts the thread, and again after each PANIC, once the disk has room for the recovery; until then nobody can connect.
 * Any other end of the thread ends the process. @throws StartRefused when the first start fails
 */
export async function keepThread(data: DatabaseWorkerData, dataDir: string): Promise<DatabaseThread> {
  const explain = explainIn(dataDir, false);
  let isLeft = false;
  let recovering: Promise<void> | null = null;
  let worker = await begin();

  async function begin(): Promise<Worker> {
    const begun = await startThread(data, "ready", explain);
    let isPanicked = false;
    begun.on("message", (reply: DatabaseWorkerReply) => {
      if (reply.kind !== "panicked") return;
      isPanicked = true;
      console.error("database.panicked", reply.reason); // of files, never of rows
    });
    begun.on("exit", () => {
      if (isLeft) return;
      if (!isPanicked) throw new Error("The thread of the database ended."); // nothing works without it: the process stops
      recovering = recover();
    });
    return begun;
  }

  async function recover(): Promise<void> {
    for (let failures = 0; !isLeft; ) {
      const hasRoom = freeBytes(data.folder) >= recoverBytes;
      if (hasRoom)
        try {
          worker = await begin();
          return;
        } catch (error) {
          if (++failures >= mostFailures) throw error;
        }
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
  }

  const ask: DatabaseThread["ask"] = async (request, kind) => {
    const answer = replyOf(worker, kind, explain);
    worker.postMessage(request);
    return answer;
  };
  return {
    ask,
    leave() {
      isLeft = true;
    },
    async close() {
      await recovering;
      if (worker.threadId === -1) return; // it ended
      await ask({ kind: "close" }, "closed").catch(() => undefined); // it ends, this way or the other
      await worker.terminate();
    },
  };
}

/** Says why the database does not open. */
type Explain = (reason: string) => string;

/** What PGlite says ("Aborted()") names no reason: the folder is looked at, and what is left is damage. */
export const explainIn =
  (folder: string, isNew: boolean): Explain =>
  (reason) => {
    const problem = folderProblem(folder);
    if (problem !== null) return problem;
    if (/memory/i.test(reason)) return "There is too little memory for the database: it needs 1 GB at the first start.";
    return isNew ? `The database cannot be made in ${folder}: ${reason}` : damaged(folder);
  };

export async function startThread(
  data: DatabaseWorkerData,
  until: "ready" | "closed",
  explain: Explain,
): Promise<Worker> {
  const worker = new Worker(workerFile("database-worker"), { workerData: data });
  await replyOf(worker, until, explain);
  return worker;
}

/** Resolves with the next reply of that kind. @throws StartRefused when the thread fails or ends first. */
function replyOf<Kind extends DatabaseWorkerReply["kind"]>(worker: Worker, kind: Kind, explain: Explain) {
  return new Promise<ReplyOf<Kind>>((resolve, reject) => {
    const finish = (act: () => void) => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      act();
    };
    const fail = (reason: string) => reject(new StartRefused(explain(reason)));
    const onMessage = (reply: DatabaseWorkerReply) => {
      if (reply.kind === kind) finish(() => resolve(reply as ReplyOf<Kind>));
      else if (reply.kind === "failed") finish(() => fail(reply.message));
    };
    const onError = (error: Error) => finish(() => fail(error.message));
    const onExit = () => finish(() => fail("its thread ended"));
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  });
}

// Loaded into a server before its own code (NODE_OPTIONS=--import): ends it as kill -9 does at a place of its work with files that a test
// names. Plain JavaScript because Node loads it as it is. KILL_AT: a file that is there while a kill is wanted, with the steps that come
// before it, as JSON: [{ "op": "rename", "path": "a pattern", "when": "before" | "after" }, ...]; at the last one the server dies.
import { existsSync, readFileSync, rmSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";

const order = process.env.KILL_AT;
let passed = 0;

function step(op, path, when) {
  if (!existsSync(order)) return;
  const steps = JSON.parse(readFileSync(order, "utf8"));
  const next = steps[passed];
  if (next.op !== op || next.when !== when || !new RegExp(next.path).test(path)) return;
  passed++;
  if (passed < steps.length) return;
  rmSync(order);
  process.kill(process.pid, "SIGKILL");
}

/** Tells before and after of a call, by the path that `pathOf` finds in its arguments. */
function watch(target, op, pathOf) {
  const own = target[op];
  target[op] = async function watched(...args) {
    const path = String(pathOf(args));
    step(op, path, "before");
    const result = await own.apply(this, args);
    step(op, path, "after");
    return result;
  };
}

if (isMainThread && order !== undefined) {
  watch(promises, "rename", ([, to]) => to);
  watch(promises, "writeFile", ([path]) => path);
  watch(promises, "rm", ([path]) => path);
  const { open } = promises;
  promises.open = async (path, ...rest) => {
    const handle = await open(path, ...rest);
    watch(handle, "write", () => path);
    return handle;
  };
  syncBuiltinESMExports();
}

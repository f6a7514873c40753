// Builds the core, the web application and the server when a source is newer than the last build.
// --core builds the core and the font alone, --bench the bench suite as well. Plain JavaScript because it runs before anything is built.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Hash of names, sizes and times of everything a build step reads. */
function fingerprint(paths) {
  const hash = createHash("sha256");
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (!stat.isDirectory()) {
      if (!/\.test\.tsx?$|\.md$/.test(path)) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(path).sort()) visit(`${path}/${name}`);
  };
  for (const path of paths) visit(`${root}${path}`);
  return hash.digest("hex");
}

function step(name, script, inputs) {
  const stamp = `${root}build/.stamp-${name}`;
  const wanted = fingerprint([...inputs, "package.json", "package-lock.json"]);
  let had = "";
  try {
    had = readFileSync(stamp, "utf8");
  } catch {
    had = "";
  }
  if (had === wanted) return;
  const { status } = spawnSync("npm", ["run", "-s", script], { cwd: root, stdio: "inherit" });
  if (status !== 0) {
    console.error(`The build stopped in "npm run ${script}".`);
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

mkdirSync(`${root}build`, { recursive: true });
step("core", "build:core", ["assembly", "asconfig.json"]);
step("font", "build:font", ["src/server/cli/label-font.mjs"]);
if (!process.argv.includes("--core")) {
  const shared = ["assembly", "asconfig.json", "shaders", "src/protocol", "src/domain", "src/signal"];
  step("web", "build:web", [
    ...shared,
    "vite.config.ts",
    "src/server/cli/compress.mjs",
    "src/feed",
    "src/render",
    "src/picture",
    "src/ui",
    "src/app",
  ]);
  // The EEG image service draws.
  const drawn = ["src/render", "src/picture"];
  step("server", "build:server", [...shared, ...drawn, "src/server"]);
  if (process.argv.includes("--bench")) {
    step("bench", "build:bench", [...shared, ...drawn, "src/server", "bench", "tests/support"]);
  }
}

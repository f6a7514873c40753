// Starts the built server without building it. Plain JavaScript because it says so when nothing is built.
import { existsSync } from "node:fs";

const main = new URL("../../../dist/server/main.js", import.meta.url);
if (!existsSync(main)) {
  console.error('The server is not built: run "npm run build" first.');
  process.exit(1);
}
await import(main.href);

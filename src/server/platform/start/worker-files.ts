import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartRefused } from "./start-refused.ts";

/**
 * Path of the built worker `name` (an entry of the server's build). Workers are found from where this code lies: beside
 * the bundle, or, when the TypeScript is run as it is (tests), in dist/server of the package.
 * @throws StartRefused when the server has not been built.
 */
export function workerFile(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    for (const candidate of [join(folder, `${name}.js`), join(folder, "dist", "server", `${name}.js`)])
      if (existsSync(candidate)) return candidate;
    const parent = dirname(folder);
    if (parent === folder)
      throw new StartRefused(`The server is not built (${name}.js is missing): run "npm run build".`);
    folder = parent;
  }
}

/** Root of the installation: the folder that holds dist/. @throws StartRefused when the server has not been built. */
export const installationRoot = (): string => dirname(dirname(dirname(workerFile("main"))));

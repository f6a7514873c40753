/** What this installation is: the version of package.json and the text of CHANGELOG.md, found from where the code lies. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Release {
  version: string;
  changelog: string;
}

/** Reads both files; to be called once, at the start. @throws Error when the installation has no package.json. */
export function readRelease(): Release {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("This installation has no package.json.");
    folder = parent;
  }
  const facts: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const version = typeof facts === "object" && facts !== null && "version" in facts ? String(facts.version) : "";
  const changelog = join(folder, "CHANGELOG.md");
  return { version, changelog: existsSync(changelog) ? readFileSync(changelog, "utf8") : "" };
}

/** Spec 001 section 2.3: in the development deployment or in the workspace named DEMO, nowhere else. */
import { expect, it } from "vitest";
import { maySkip } from "./may-skip.ts";

it.each([
  ["DEVELOPMENT", "ICU", true],
  ["CLOUD", "DEMO", true],
  ["CLINICAL", "DEMO", true],
  ["CLOUD", "ICU", false],
  ["CLINICAL", "ICU", false],
  ["CLOUD", "Demo", false],
  [null, null, false],
] as const)("%s, workspace %s: %s", (deployment, workspaceName, isOffered) => {
  expect(maySkip(deployment, workspaceName)).toBe(isOffered);
});

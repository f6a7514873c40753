import { expect, it } from "vitest";
import { storeFailures } from "./page-service.ts";

it("a disk that takes no columns is told once a minute, and one that is full by others", () => {
  let at = 0;
  const logged: [object, string][] = [];
  const tell = storeFailures({ warn: (facts, event) => void logged.push([facts, event]) }, () => at);
  const failure = (code: string) => Object.assign(new Error("no"), { code });
  tell(failure("ENOSPC"));
  tell(failure("EACCES"));
  at = 59_999;
  tell(failure("EACCES"));
  expect(logged).toMatchObject([[{ err: { code: "EACCES" } }, "derived.store_failed"]]);
  at = 60_000;
  tell(failure("EIO"));
  expect(logged).toMatchObject([{}, [{ err: { code: "EIO" } }, "derived.store_failed"]]);
});

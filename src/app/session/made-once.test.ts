import { expect, it } from "vitest";
import { ApiFailure, ServerUnreachable } from "./call.ts";
import { askedAgain, makingOnce } from "./made-once.ts";

it("has the same key for the same thing until there is an answer", async () => {
  const once = makingOnce();
  const keys: string[] = [];
  const make = (outcome: Error | null) => (key: string) => {
    keys.push(key);
    return outcome === null ? Promise.resolve(key) : Promise.reject(outcome);
  };
  const what = { name: "Night" };
  await expect(once(what, make(new ServerUnreachable()))).rejects.toThrow();
  await expect(once(what, make(new ApiFailure(503, "away")))).rejects.toThrow();
  await expect(once({ name: "Day" }, make(new ServerUnreachable()))).rejects.toThrow();
  expect(await once(what, make(null))).toBe(keys[0]);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(await once(what, make(null))).not.toBe(keys[0]); // another one of the same name, on purpose
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

it("forgets the key of what was refused", async () => {
  const once = makingOnce();
  const keys: string[] = [];
  const refuse = (key: string) => {
    keys.push(key);
    return Promise.reject(new ApiFailure(409, "too many"));
  };
  await expect(once(1, refuse)).rejects.toThrow("too many");
  await expect(once(1, refuse)).rejects.toThrow("too many");
  expect(keys[0]).not.toBe(keys[1]);
});

it("asks again where no answer came, and not what was refused", async () => {
  const asked = async (...outcomes: (Error | string)[]) => {
    let times = 0;
    const ask = () => {
      const outcome = outcomes[times++];
      return typeof outcome === "string" ? Promise.resolve(outcome) : Promise.reject(outcome);
    };
    const said = await askedAgain(ask, [0, 0]).catch((error: Error) => error.message);
    return [said, times];
  };
  const lost = new ServerUnreachable();
  expect(await asked(lost, new ApiFailure(503, "away"), "made")).toEqual(["made", 3]);
  expect(await asked(lost, lost, new ApiFailure(503, "away"))).toEqual(["away", 3]);
  expect(await asked(lost, new ApiFailure(409, "taken"))).toEqual(["taken", 2]);
  expect(await asked(new TypeError("broken"))).toEqual(["broken", 1]);
});

/** Calls without a body, as the specification makes them ("no body", "empty body"; spec 001 section 7). */
import { afterAll, beforeAll, expect, it } from "vitest";
import { getCurrentUser } from "../../../src/protocol/accounts.ts";
import { getLayouts } from "../../../src/protocol/displays.ts";
import { getEegMontages } from "../../../src/protocol/montages.ts";
import { getPatient } from "../../../src/protocol/patients.ts";
import { getInventory } from "../../../src/protocol/prefetch.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { getKeyboardShortcuts, resetKeyboardShortcuts } from "../../../src/protocol/shortcuts.ts";
import { addToken } from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";

let world: World;
let token: string;
beforeAll(async () => {
  world = await makeWorld();
  const user = await world.person(["visualize_data", "access_data_visualize"]);
  token = await addToken(world.pool, user);
}, 120_000);
afterAll(() => world?.close());

const bodies = [
  ["no body and no type", {}],
  ["an empty body of JSON", { "content-type": "application/json", "content-length": "0" }],
] as const;

const ask = async (route: Route, headers: Record<string, string>, authorization: string | null = token) => {
  const { statusCode, body } = await world.app.http.inject({
    method: "POST",
    url: route.path,
    headers: { ...headers, ...(authorization === null ? {} : { authorization }) },
  });
  return [statusCode, body] as const;
};

it.each(bodies)("are answered as with an empty object: %s", async (_, headers) => {
  for (const route of [
    getLayouts,
    getEegMontages,
    getKeyboardShortcuts,
    resetKeyboardShortcuts,
    getInventory,
    getCurrentUser,
  ]) {
    const [status, body] = await ask(route, headers);
    expect([route.path, status]).toEqual([route.path, 200]);
    if (route !== resetKeyboardShortcuts) expect(JSON.parse(body)).toEqual(await world.answer(route, {}, { token }));
  }
});

it.each(
  bodies,
)("are refused in a sentence where a member is asked for, and without a token: %s", async (_, headers) => {
  expect(await ask(getPatient, headers)).toEqual([400, "The request is not of the expected form."]);
  expect((await ask(getLayouts, headers, null))[0]).toBe(401);
});

it("does not take null, a text or half an object for an empty body", async () => {
  for (const body of ["null", '"x"', "[]", "{", " "])
    expect([body, (await world.call(getLayouts, body, { token })).status]).toEqual([body, 400]);
});

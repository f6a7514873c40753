/** What is missing in a form is said by its rules (spec 000 section 5), the first one first, not as a malformed request. */
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  changeEmail,
  changePassword,
  deleteOwnUser,
  getToken,
  resetForgotPassword,
  sendResetPasswordEmail,
} from "../../../src/protocol/accounts.ts";
import { inviteUsers } from "../../../src/protocol/admin.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { addToken } from "../../support/accounts.ts";
import { makeWorld, type World } from "./accounts-world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
}, 120_000);
afterAll(() => world?.close());

it.each<[string, Route, object]>([
  ["Enter an email.", getToken, { email: "", password: "" }],
  ["Enter a password.", getToken, { email: "a@b.example", password: "" }],
  ["Enter a valid email.", sendResetPasswordEmail, { email: "" }],
  ["Password must contain at least one special character.", resetForgotPassword, { new_password: "" }],
  ["You must enter your current password.", changePassword, { password: "", new_password: "" }],
  ["You must enter a new password.", changePassword, { password: "x", new_password: "" }],
  ["You must enter your email.", changeEmail, { new_email: "", password: "" }],
  ["You must enter your password.", changeEmail, { new_email: "a@b.example", password: "" }],
  ["You must enter your password.", deleteOwnUser, { email: "", password: "" }],
  ["At least one email is required", inviteUsers, { emails: [], project_ids: [1], site_ids: [1], role_ids: [1] }],
])("%s", async (text, route, body) => {
  const user = await world.person(["access_admin_user_management"]);
  const purpose = route.needs === "reset link" ? "reset_password" : "session";
  const token = route.needs === "anyone" ? null : await addToken(world.pool, user, { purpose });
  expect(await world.call(route, body, { token })).toMatchObject({ status: 400, text });
});

it("counts no attempt for a form that is not filled in", async () => {
  const { rows } = await world.pool.query("select key from throttle");
  expect(rows).toEqual([]);
});

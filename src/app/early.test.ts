// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  checkToken,
  getClientSettings,
  getCurrentUser,
  getTokenInfo,
  getWorkspaceEnv,
  getWorkspacesByUser,
} from "../protocol/accounts.ts";
import { getLayouts } from "../protocol/displays.ts";
import { getDocuments } from "../protocol/documents.ts";
import { getEegMontages } from "../protocol/montages.ts";
import type { Route } from "../protocol/route.ts";
import { getFileAnnotations, getRecording } from "../protocol/routes.ts";
import { getKeyboardShortcuts } from "../protocol/shortcuts.ts";
import { askForSettings } from "./documents/page-settings.ts";
import { call, callWithToken } from "./session/call.ts";
import { removeToken, writeToken } from "./session/cookie.ts";
import { takeEarly } from "./session/early-answers.ts";
import { session } from "./session/state.ts";

const asked: { address: string; token: string | null; body: string }[] = [];
/** By path; anything else is answered with nothing. */
let answers: Record<string, object> = {};
const workspaces = { data: [{ id: 7, name: "ICU" }] };
const mayOpen = { permissions: { access_data_upload_patient_subpage: true } };

beforeEach(() => {
  vi.resetModules();
  writeToken("t", null);
  history.replaceState(null, "", "/review/12?view=1");
  answers = { [getWorkspacesByUser.path]: workspaces, [checkToken.path]: mayOpen };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const token = (init.headers as Record<string, string>).Authorization ?? null;
    asked.push({ address, token, body: String(init.body) });
    return new Response(JSON.stringify(answers[address.split("?")[0]] ?? {}));
  });
});
afterEach(() => {
  asked.length = 0;
  localStorage.clear();
  window.connectEarly = undefined;
  Object.assign(session, { token: null, workspace: null, permissions: null });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const settle = () => new Promise((resolve) => setTimeout(resolve));
const pathsAsked = () => asked.map(({ address }) => address.split("?")[0]);
const ofSession: readonly Route[] = [getClientSettings, getTokenInfo, checkToken, getWorkspaceEnv, getCurrentUser];
const ofReview: readonly Route[] = [getRecording, getFileAnnotations, getLayouts, getEegMontages, getKeyboardShortcuts];
const pathsOf = (routes: readonly Route[]) => routes.map(({ path }) => path);

it("begins what a review asks for, each the very call that the application makes: none is made twice", async () => {
  await import("./early.ts");
  await settle();
  const begun = pathsAsked();
  expect(begun).toEqual(pathsOf([getWorkspacesByUser, ...ofSession, ...ofReview]));
  Object.assign(session, { token: "t", workspace: workspaces.data[0] });
  expect(await callWithToken("t", getWorkspacesByUser, {})).toEqual(workspaces);
  await callWithToken(null, getClientSettings, {}, "?parent_study_id=7");
  await call(getTokenInfo, {});
  expect(await call(checkToken, { study_ids: [7] })).toEqual(mayOpen);
  await call(getWorkspaceEnv, {});
  await call(getCurrentUser, {});
  await call(getRecording, { data_object_id: 12 });
  await call(getFileAnnotations, { data_object_id: 12 });
  await call(getLayouts, {});
  await call(getEegMontages, {});
  await call(getKeyboardShortcuts, {});
  expect(pathsAsked()).toEqual(begun);
  await call(getRecording, { data_object_id: 12 });
  expect(asked).toHaveLength(begun.length + 1);
});

it("waits for nothing where the last session's workspace is kept, and asks nothing of a review for who may open none", async () => {
  localStorage.setItem("connect.early", JSON.stringify({ ...workspaces.data[0], opensReviews: false }));
  await import("./early.ts");
  const begun = pathsOf([getWorkspacesByUser, ...ofSession, getDocuments]);
  expect(pathsAsked()).toEqual(begun);
  await settle();
  Object.assign(session, { token: "t", workspace: workspaces.data[0] });
  await askForSettings().catch(() => undefined); // answered with nothing
  expect(pathsAsked()).toEqual(begun);
});

it("asks for a review only once the server said that its reader may open one", async () => {
  answers[checkToken.path] = { permissions: {} };
  await import("./early.ts");
  await settle();
  expect(pathsAsked()).toEqual(pathsOf([getWorkspacesByUser, ...ofSession]));
});

it("begins nothing for who is not signed in, nor where the address names a workspace", async () => {
  history.replaceState(null, "", "/review/12?parent_study_id=3");
  await import("./early.ts");
  removeToken();
  history.replaceState(null, "", "/review/12");
  vi.resetModules();
  await import("./early.ts");
  await settle();
  expect(asked).toEqual([]);
});

it("leaves what failed to be asked again, and gives no answer that has aged", async () => {
  let failures = 1;
  const fetched = vi.fn(async () => {
    if (failures-- > 0) throw new TypeError("no network");
    return new Response(JSON.stringify(workspaces));
  });
  vi.stubGlobal("fetch", fetched);
  await import("./early.ts");
  await settle();
  expect(await callWithToken("t", getWorkspacesByUser, {})).toEqual(workspaces);
  expect(fetched).toHaveBeenCalledTimes(2);
  const calls = new Map([["t /a {}", Promise.resolve(new Response("{}"))]]);
  window.connectEarly = { begunAt: performance.now() - 10_001, calls, isOver: false };
  expect(takeEarly("t", "/a", "{}")).toBeUndefined();
});

it("begins nothing once the application asks for itself, so that no answer is older than one that it has", async () => {
  await import("./early.ts");
  Object.assign(session, { token: "t", workspace: workspaces.data[0] });
  await call(getLayouts, {});
  await settle();
  expect(pathsAsked().filter((path) => pathsOf(ofReview).includes(path))).toEqual([getLayouts.path]);
});

it("gives no answer to an address that was asked something else since", async () => {
  await import("./early.ts");
  await settle();
  Object.assign(session, { token: "t", workspace: workspaces.data[0] });
  await call(getRecording, { data_object_id: 13 });
  const before = asked.length;
  await call(getRecording, { data_object_id: 12 });
  expect(asked).toHaveLength(before + 1);
  // Nor to one that was asked before its workspace was known: settings that changed in between would be the old ones.
  session.workspace = null;
  await call(getLayouts, {});
  session.workspace = workspaces.data[0];
  await call(getLayouts, {});
  expect(asked).toHaveLength(before + 3);
});

// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onSessionEnded, setUploadGuard } from "../session/index.ts";
import { session } from "../session/state.ts";
import { DialogHost } from "./DialogHost.tsx";
import { leaveWorkspace } from "./leave.ts";

const waiting = { count: 0 };
vi.mock("../unsent/index.ts", () => ({ countUnsent: async () => waiting.count }));

let root: Root;
const ended = vi.fn();
let untie: () => void;

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}")));
  Object.assign(session, { phase: "signed in", token: "token" });
  ended.mockClear();
  untie = onSessionEnded(ended);
  const place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
  await act(async () => root.render(<DialogHost />));
});

afterEach(async () => {
  untie();
  setUploadGuard(null);
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const dialog = () => document.querySelector("[role=alertdialog]");
const press = (name: string) =>
  act(async () => {
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
    if (button === undefined) throw new Error(`There is no button ${name}.`);
    button.click();
  });

async function leaveDuringUpload() {
  const cancel = vi.fn();
  setUploadGuard({ isUploading: () => true, cancel });
  let left: Promise<boolean> = Promise.resolve(false);
  await act(async () => {
    left = leaveWorkspace();
  });
  return { cancel, left };
}

it("logs out at once without an upload", async () => {
  await expect(leaveWorkspace()).resolves.toBe(true);
  expect(ended).toHaveBeenCalledWith("user", "");
  expect(session.token).toBeNull();
});

it("asks 'Remove upload?' during an upload and stays on 'No, continue upload'", async () => {
  const { cancel, left } = await leaveDuringUpload();
  expect(dialog()?.textContent).toContain("Remove upload?");
  expect(dialog()?.textContent).toContain("cancel the current upload and remove all queued uploads");
  await press("No, continue upload");
  await expect(left).resolves.toBe(false);
  expect(cancel).not.toHaveBeenCalled();
  expect(session.token).toBe("token");
  expect(dialog()).toBeNull();
});

it("cancels the upload and logs out on 'Yes, log out'", async () => {
  const { cancel, left } = await leaveDuringUpload();
  await press("Yes, log out");
  await expect(left).resolves.toBe(true);
  expect(cancel).toHaveBeenCalledOnce();
  expect(ended).toHaveBeenCalledWith("user", "");
  expect(session.phase).toBe("signed out");
});

it("asks while changes are not saved, stays on 'Stay', and logs out all the same when it is wanted", async () => {
  waiting.count = 3;
  const ask = async () => {
    let left: Promise<boolean> = Promise.resolve(false);
    await act(async () => {
      left = leaveWorkspace();
    });
    return left;
  };
  const first = ask();
  await vi.waitFor(() => expect(dialog()?.textContent).toContain("3 changes are not saved yet"));
  expect(dialog()?.textContent).toContain("are sent when you sign in here again");
  await press("Stay");
  await expect(first).resolves.toBe(false);
  expect(session.token).toBe("token");
  const second = ask();
  await vi.waitFor(() => expect(dialog()).not.toBeNull());
  await press("Sign out anyway");
  await expect(second).resolves.toBe(true);
  expect(session.token).toBeNull();
  waiting.count = 0;
});

// @vitest-environment happy-dom
import type { BlockerFn } from "@tanstack/react-router";
import { act } from "react";
import { expect, it, vi } from "vitest";
import { draw } from "../../../ui/test-render.tsx";
import { answerDialog, shownDialogs } from "../../shell/dialogs.ts";
import { openWizard } from "./open.ts";
import { emptyWizard, wizard } from "./state.ts";
import { UploadWizard } from "./UploadWizard.tsx";

type Step = Parameters<BlockerFn>[0];
const { history, blockers } = vi.hoisted(() => {
  const blockers = new Set<unknown>();
  const block = ({ blockerFn }: { blockerFn: unknown }) => {
    blockers.add(blockerFn);
    return () => void blockers.delete(blockerFn);
  };
  return { blockers: blockers as Set<never>, history: { block, go: vi.fn() } };
});
vi.mock("@tanstack/react-router", () => ({
  useLocation: () => ({ pathname: "/data/visualize" }),
  useRouter: () => ({ history }),
}));
vi.mock("./WizardDialog.tsx", () => ({ WizardDialog: () => null }));

/** Whether the browser would ask before the page goes. */
const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

it("has the browser ask before the page takes a choice or a form away, and not once it is closed", async () => {
  const drawn = await draw(<UploadWizard />);
  await act(async () => openWizard());
  expect(asks()).toBe(false);
  await act(async () => void Object.assign(wizard, { isTouched: true }));
  expect(asks()).toBe(true);
  await act(async () => void Object.assign(wizard, { isTouched: false, draft: {} }));
  expect(asks()).toBe(true);
  await act(async () => emptyWizard());
  expect(asks()).toBe(false);
  await drawn.remove();
});

const place = (pathname: string, index: number) => ({ pathname, state: { __TSR_index: index } }) as never;
/** Whether a step from this page to the one before is held up. */
const isHeldUp = (to = "/data/review", action: Step["action"] = "BACK") =>
  [...(blockers as Set<BlockerFn>)].some((blocker) =>
    blocker({ action, currentLocation: place("/data/visualize", 5), nextLocation: place(to, 4) }),
  );

it("asks before Back leads to another page and takes a choice away, once, and goes there on yes", async () => {
  const drawn = await draw(<UploadWizard />);
  await act(async () => openWizard());
  expect(isHeldUp()).toBe(false);
  await act(async () => void Object.assign(wizard, { isTouched: true }));
  expect(isHeldUp("/data/visualize")).toBe(false);
  expect(isHeldUp("/", "REPLACE")).toBe(false);
  expect([isHeldUp(), isHeldUp()]).toEqual([true, true]);
  expect(shownDialogs.list.map(({ title }) => title)).toEqual(["Close without uploading?"]);
  await act(async () => answerDialog(false));
  expect(history.go).not.toHaveBeenCalled();
  expect(isHeldUp()).toBe(true);
  await act(async () => answerDialog(true));
  expect(history.go).toHaveBeenCalledExactlyOnceWith(-1, { ignoreBlocker: true });
  await act(async () => emptyWizard());
  expect(isHeldUp()).toBe(false);
  await drawn.remove();
});

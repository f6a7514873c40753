// @vitest-environment happy-dom
import { act } from "react";
import { expect, it, vi } from "vitest";
import { draw } from "../../../ui/test-render.tsx";
import { openWizard } from "./open.ts";
import { emptyWizard, wizard } from "./state.ts";
import { UploadWizard } from "./UploadWizard.tsx";

vi.mock("@tanstack/react-router", () => ({ useLocation: () => ({ pathname: "/data/visualize" }) }));
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

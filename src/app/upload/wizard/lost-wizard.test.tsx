// @vitest-environment happy-dom
import { act } from "react";
import { expect, it, vi } from "vitest";
import { toastQueue } from "../../../ui/notices/toasts.ts";
import { draw, until } from "../../../ui/test-render.tsx";
import { openWizard } from "./open.ts";
import { wizard } from "./state.ts";
import { UploadWizard } from "./UploadWizard.tsx";

vi.mock("@tanstack/react-router", () => ({
  useLocation: () => ({ pathname: "/data/visualize" }),
  useRouter: () => ({}),
}));
vi.mock("./WizardDialog.tsx", () => {
  throw new Error("There is no connection.");
});

it("leaves the page as it is when the wizard cannot be fetched, and says so", async () => {
  const drawn = await draw(
    <>
      <p>The patients</p>
      <UploadWizard />
    </>,
  );
  await act(async () => openWizard());
  await until(() => toastQueue.visibleToasts.length > 0);
  expect(toastQueue.visibleToasts[0].content.text).toMatch(/^The server did not answer/);
  expect(document.body.textContent).toBe("The patients");
  expect(wizard.isOpen).toBe(false);
  await drawn.remove();
});

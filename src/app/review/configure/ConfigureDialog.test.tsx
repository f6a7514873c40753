// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { all, type Drawn, draw, one, press } from "../../../ui/test-render.tsx";
import { ConfigureDialog } from "./ConfigureDialog.tsx";
import { useConfigure } from "./use-configure.ts";
import type { WindowSaving } from "./window-saving.ts";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
  vi.restoreAllMocks();
});

/** A dialog with something to save; `save` is answered by the test. */
async function open(saving: Partial<WindowSaving> = {}, isChanged = true) {
  const told: string[] = [];
  const answers: { keep: () => void; fail: (error: Error) => void }[] = [];
  const whole: WindowSaving = {
    hasDisplay: () => true,
    isKept: () => true,
    save: () =>
      new Promise<void>((resolve, reject) => {
        answers.push({ keep: resolve, fail: reject });
      }),
    ...saving,
  };
  drawn = await draw(
    <ConfigureDialog
      title="Configure"
      isChanged={isChanged}
      saving={whole}
      onApply={() => {
        told.push("applied");
        return () => told.push("taken back");
      }}
      onClose={() => told.push("closed")}
    >
      fields
    </ConfigureDialog>,
  );
  return { told, answers };
}
const save = () => one("button", "Save") as HTMLButtonElement;
const says = (words: string) => document.body.textContent?.includes(words) === true;

it("saves what is changed, waits, and closes", async () => {
  const { told, answers } = await open();
  expect(save().disabled).toBe(false);
  await press(save());
  expect(says("Please wait...")).toBe(true);
  expect(save().disabled).toBe(true);
  answers[0].keep();
  await press(document.body);
  expect(told).toEqual(["applied", "closed"]);
});

it("has nothing to save where nothing is changed", async () => {
  const { told } = await open({}, false);
  expect(save().disabled).toBe(true);
  await press(one("button", "Close"));
  expect(told).toEqual(["closed"]);
});

it("says a failure, and nothing of a call that was given up", async () => {
  const { told, answers } = await open();
  await press(save());
  answers[0].fail(new Error("The server is away."));
  await press(document.body);
  expect(one("alert").textContent).toBe("The server is away.");
  expect(save().disabled).toBe(false);
  await press(save());
  answers[1].fail(new DOMException("given up", "AbortError"));
  await press(document.body);
  expect(all("alert")).toEqual([]);
  expect(save().disabled).toBe(false);
  expect(told).toEqual(["applied", "taken back", "applied"]);
});

it("takes back from the window what could not be saved and is discarded", async () => {
  const { told, answers } = await open();
  await press(save());
  answers[0].fail(new Error("The server is away."));
  await press(document.body);
  await press(one("button", "Close"));
  expect(told).toEqual(["applied"]);
  await press(one("button", "Close without saving"));
  expect(told).toEqual(["applied", "taken back", "closed"]);
});

it("a close while it is saved gives up the waiting alone", async () => {
  const { told } = await open();
  await press(save());
  await press(one("button", "Close"));
  expect(told).toEqual(["applied", "closed"]);
});

it("is not opened where no display is shown, which is logged", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const saving: WindowSaving = { hasDisplay: () => false, isKept: () => false, save: async () => {} };
  function Opener() {
    const configure = useConfigure(saving);
    return (
      <button type="button" onClick={configure.open}>
        {configure.isOpen ? "open" : "closed"}
      </button>
    );
  }
  drawn = await draw(<Opener />);
  await press(one("button", "closed"));
  expect(logged).toHaveBeenCalledWith("Couldn't render the modal because a layout was not selected");
  expect(all("button", "closed")).toHaveLength(1);
});

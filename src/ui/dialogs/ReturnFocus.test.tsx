// @vitest-environment happy-dom
import { act, useState } from "react";
import { expect, it, vi } from "vitest";
import { draw, key, one, press } from "../test-render.tsx";
import { AlertDialog } from "./AlertDialog.tsx";
import { Dialog } from "./Dialog.tsx";

/** A list that is empty until the dialog that its button opens has filled it. */
function Window() {
  const [stands, setStands] = useState<"empty" | "asked" | "filled">("empty");
  return (
    <main tabIndex={-1}>
      <div tabIndex={-1} data-testid="body">
        {stands === "filled" ? null : (
          <button type="button" onClick={() => setStands("asked")}>
            Load
          </button>
        )}
      </div>
      <AlertDialog
        title="Sessions"
        text=""
        closeLabel="Done"
        isOpen={stands === "asked"}
        onClose={() => setStands("filled")}
      />
    </main>
  );
}

it("gives the focus to what held the button that opened it, where the button is gone", async () => {
  HTMLElement.prototype.checkVisibility ??= () => true;
  const drawn = await draw(<Window />);
  const body = document.querySelector<HTMLElement>("[data-testid=body]");
  await act(async () => one("button", "Load").focus());
  await press(one("button", "Load"));
  await press(one("button", "Done"));
  await vi.waitFor(() => expect(document.activeElement).toBe(body));
  await drawn.remove();
});

it("closes one dialog after the other by Esc also while nothing has the focus, but none that is sticky", async () => {
  const closed: string[] = [];
  const Two = () => {
    const [shown, setShown] = useState(["sticky", "lower", "upper"]);
    const close = (name: string) => {
      closed.push(name);
      setShown((names) => names.filter((one) => one !== name));
    };
    return ["sticky", "lower", "upper"].map((name) => (
      <Dialog
        key={name}
        title={name}
        closeLabel={`Close ${name}`}
        isOpen={shown.includes(name)}
        isSticky={name === "sticky"}
        onClose={() => close(name)}
      >
        {name}
      </Dialog>
    ));
  };
  const drawn = await draw(<Two />);
  for (let presses = 0; presses < 3; presses++) {
    (document.activeElement as HTMLElement | null)?.blur();
    await key(document.body, "Escape");
  }
  expect(closed).toEqual(["upper", "lower"]);
  await drawn.remove();
});

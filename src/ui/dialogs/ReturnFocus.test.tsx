// @vitest-environment happy-dom
import { act, useState } from "react";
import { expect, it, vi } from "vitest";
import { draw, one, press } from "../test-render.tsx";
import { AlertDialog } from "./AlertDialog.tsx";

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

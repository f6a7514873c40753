// @vitest-environment happy-dom
import { useState } from "react";
import { expect, it } from "vitest";
import { fetched } from "./fetched.tsx";
import { toastQueue } from "./notices/toasts.ts";
import { draw, one, press, until } from "./test-render.tsx";

it("leaves what is around it as it is when it cannot be fetched, says so, and comes when it is asked for again", async () => {
  let isAway = true;
  const Dialog = fetched<{ onClose: () => void }>(async () => {
    if (isAway) throw new Error("There is no connection.");
    return () => <p>The dialog</p>;
  }, "Not fetched.");
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" aria-label="Open the fetched" onClick={() => setOpen(true)} />
        <p>{isOpen ? "open" : "closed"}</p>
        {isOpen ? <Dialog onClose={() => setOpen(false)} /> : null}
      </>
    );
  }
  const page = await draw(<Page />);
  const shown = () => [...page.place.querySelectorAll("p")].map((part) => part.textContent);
  await press(one("button", "Open the fetched"));
  await until(() => toastQueue.visibleToasts.some(({ content }) => content.text === "Not fetched."));
  expect(shown()).toEqual(["closed"]);
  isAway = false;
  await press(one("button", "Open the fetched"));
  await until(() => shown().length === 2);
  expect(shown()).toEqual(["open", "The dialog"]);
  await page.remove();
});

// @vitest-environment happy-dom
import { act, useState } from "react";
import { afterEach, expect, it } from "vitest";
import { all, type Drawn, draw } from "../test-render.tsx";
import { Choices } from "./Choices.tsx";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

/** As a browser does: the key goes down where the focus is, and up where it went. */
const press = (name: string) =>
  act(async () => {
    for (const kind of ["keydown", "keyup"])
      document.activeElement?.dispatchEvent(new KeyboardEvent(kind, { key: name, bubbles: true, cancelable: true }));
  });

const choices = ["a", "b", "c"].map((id) => ({ id, name: id }));

it("takes the choice along with the arrow that moved the focus", async () => {
  const chosen: string[] = [];
  function Held() {
    const [selected, setSelected] = useState("a");
    return (
      <Choices
        label="Kind"
        choices={choices}
        selected={selected}
        onChoose={(id) => {
          chosen.push(id);
          setSelected(id);
        }}
      />
    );
  }
  drawn = await draw(<Held />);
  const [first, second, third] = all("radio");
  await act(async () => first.focus());
  await press("ArrowRight");
  expect(document.activeElement).toBe(second);
  await press("ArrowRight");
  expect(document.activeElement).toBe(third);
  expect(chosen).toEqual(["b", "c"]);
  await press("Tab");
  expect(chosen).toEqual(["b", "c"]);
});

// @vitest-environment happy-dom
import { act } from "react";
import { expect, it } from "vitest";
import { draw, one, press } from "../test-render.tsx";
import { LongGrid } from "./LongGrid.tsx";

it("leaves Enter and Space to a button of a row that has the focus, and takes them where the row has it", async () => {
  const acted: number[] = [];
  const drawn = await draw(
    <LongGrid
      label="Events"
      columns={["Name"]}
      template="1fr"
      count={3}
      rowHeight={40}
      keyOf={(index) => index}
      nameOf={String}
      hint=""
      onAction={(index) => acted.push(index)}
      cells={(index) => [
        <button key="edit" type="button" tabIndex={-1} aria-label={`Edit ${index}`}>
          Edit
        </button>,
      ]}
    />,
  );
  /** Whether the key was left to the element. */
  const press = (element: Element, key: string) =>
    element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const button = one("button", "Edit 1");
  expect([press(button, "Enter"), press(button, " "), acted]).toEqual([true, true, []]);
  expect([press(one("grid"), "Enter"), acted]).toEqual([false, [0]]);
  await drawn.remove();
});

it("is one tab stop: what scrolls in it is none of its own, as its keys are the grid's", async () => {
  const drawn = await draw(
    <LongGrid
      label="Events"
      columns={["Name"]}
      template="1fr"
      count={3}
      rowHeight={40}
      keyOf={(index) => index}
      nameOf={String}
      hint=""
      onAction={() => {}}
      cells={(index) => [index]}
    />,
  );
  expect([one("grid").tabIndex, one("rowgroup").getAttribute("tabindex")]).toEqual([0, "-1"]);
  await drawn.remove();
});

it("keeps its rows in the document where others come to stand, and the focus where a button of one is pressed", async () => {
  const rows = (names: readonly string[]) => (
    <LongGrid
      label="Events"
      columns={["Name"]}
      template="1fr"
      count={names.length}
      rowHeight={40}
      keyOf={(index) => names[index].length}
      nameOf={(index) => names[index]}
      hint=""
      onAction={() => {}}
      cells={(index) => [
        <button key="edit" type="button" tabIndex={-1} aria-label={`Edit ${names[index]}`}>
          Edit
        </button>,
      ]}
    />
  );
  const drawn = await draw(rows(["a", "bb", "ccc"]));
  const before = one("button", "Edit a");
  await drawn.redraw(rows(["dddd", "bb"]));
  expect(one("button", "Edit dddd")).toBe(before);

  const button = one("button", "Edit bb");
  await act(async () => void button.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true })));
  await press(button);
  expect(document.activeElement).toBe(one("grid"));
  expect(one("grid").getAttribute("aria-activedescendant")).toBe(button.closest("[role=row]")?.id);
  await drawn.remove();
});

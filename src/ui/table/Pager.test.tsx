// @vitest-environment happy-dom
import { act } from "react";
import { expect, it } from "vitest";
import { tableText } from "../../protocol/text/table-text.ts";
import { draw, key, one, type } from "../test-render.tsx";
import { Pager } from "./Pager.tsx";

it("says what its pages are of where two tables stand side by side", async () => {
  const pages = { words: tableText, page: 1, total: 60, rowsPerPage: 50, onPage: () => {} };
  const drawn = await draw(
    <>
      <Pager {...pages} of="Sessions" />
      <Pager {...pages} of="Annotations" />
      <Pager {...pages} />
    </>,
  );
  const names = [...drawn.body.querySelectorAll("nav")].map((nav) => nav.getAttribute("aria-label"));
  expect(names).toEqual(["Pages: Sessions", "Pages: Annotations", "Pages"]);
  await drawn.remove();
});

it("keeps the focus in the box whose page was asked for, ready for the next one", async () => {
  const asked: number[] = [];
  const pager = (page: number) => (
    <Pager words={tableText} page={page} total={500} rowsPerPage={50} onPage={(next) => asked.push(next)} />
  );
  const drawn = await draw(pager(1));
  const box = one("textbox") as HTMLInputElement;
  await act(async () => box.focus());
  await type(box, "7");
  await key(box, "Enter");
  expect(asked).toEqual([7]);
  await drawn.redraw(pager(7));
  expect(document.activeElement).toBe(one("textbox"));
  expect([box.isConnected, box.value, box.selectionStart, box.selectionEnd]).toEqual([true, "7", 0, 1]);
  // A page that came by another way takes what was typed and not applied.
  await type(box, "9");
  await drawn.redraw(pager(8));
  expect((one("textbox") as HTMLInputElement).value).toBe("8");
  await drawn.remove();
});

it("gives the focus to the box where a button leads no further", async () => {
  const pager = (page: number) => (
    <Pager words={tableText} page={page} total={150} rowsPerPage={50} onPage={() => {}} />
  );
  const drawn = await draw(pager(1));
  await act(async () => one("button", "Next page").focus());
  await drawn.redraw(pager(2));
  expect(document.activeElement).toBe(one("button", "Next page"));
  await drawn.redraw(pager(3));
  expect(document.activeElement).toBe(one("textbox"));
  await drawn.remove();
});

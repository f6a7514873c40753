// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { tableText } from "../../protocol/text/table-text.ts";
import { draw } from "../test-render.tsx";
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

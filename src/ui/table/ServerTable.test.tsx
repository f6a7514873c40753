// @vitest-environment happy-dom
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { tableText } from "../../protocol/text/table-text.ts";
import { all, type Drawn, draw, key, one, press, settle, type } from "../test-render.tsx";
import type { Column } from "./columns.ts";
import { ServerTable, type ServerTableProps } from "./ServerTable.tsx";
import { stateOf, type TableState } from "./table-state.ts";

interface Row {
  id: number;
  name: string;
  size: number;
}
const columns: readonly Column<Row>[] = [
  { id: "name", title: "Name", text: ({ name }) => name, isHeader: true, isFilter: true },
  { id: "size", title: "Size", text: ({ size }) => String(size), isNumber: true },
];
const rows = Array.from({ length: 10 }, (_, k): Row => ({ id: k + 1, name: `Row ${k + 1}`, size: k * k }));

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

type Changes = Partial<ServerTableProps<Row>>;

/** A table whose state is kept by a parent, as the address keeps it. Returns what was asked for, newest last. */
async function drawTable(changes: Changes = {}, first: Record<string, unknown> = {}) {
  const asked: TableState[] = [];
  const refetch = vi.fn();
  const Parent = (more: Changes) => {
    const [state, setState] = useState(() => stateOf(first, columns));
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
    return (
      <ServerTable
        label="Things"
        words={tableText}
        columns={columns}
        rowId={({ id }) => String(id)}
        state={state}
        onStateChange={(next) => {
          asked.push(next);
          setState(next);
        }}
        answer={{ data: { data: rows, total: 95 }, isError: false, isPlaceholderData: false, refetch }}
        rowsPerPage={10}
        selection={{ selected, onChange: setSelected, batch: <button type="button">Delete</button> }}
        {...changes}
        {...more}
      />
    );
  };
  drawn = await draw(<Parent />);
  return { asked, refetch, redraw: (more: Changes) => (drawn as Drawn).redraw(<Parent {...more} />) };
}

const sortOf = (title: string) => one("columnheader", title).getAttribute("aria-sort");

it("sorts a column ascending, descending, not (spec 000 section 2)", async () => {
  const { asked } = await drawTable();
  expect(sortOf("Size")).toBe("none");
  await press(one("columnheader", "Size"));
  expect(sortOf("Size")).toBe("ascending");
  await press(one("columnheader", "Size"));
  expect(sortOf("Size")).toBe("descending");
  await press(one("columnheader", "Size"));
  expect(sortOf("Size")).toBe("none");
  expect(asked.map(({ sort }) => sort?.direction ?? null)).toEqual(["asc", "desc", null]);
  await press(one("columnheader", "Name"));
  expect(sortOf("Name")).toBe("ascending");
});

it("applies a page number on Enter within 1 to the number of pages and restores anything else", async () => {
  const { asked } = await drawTable();
  const box = () => document.querySelector<HTMLInputElement>("nav input") as HTMLInputElement;
  expect(box().value).toBe("1");
  for (const wrong of ["0", "11", "-1", "2.5", "x", ""]) {
    await type(box(), wrong);
    await key(box(), "Enter");
    expect(box().value).toBe("1");
  }
  expect(asked).toEqual([]);
  await type(box(), "10");
  await key(box(), "Enter");
  expect(asked.at(-1)?.page).toBe(10);
  expect(box().value).toBe("10");
  expect(one("button", "Next page").hasAttribute("disabled")).toBe(true);
  await press(one("button", "Previous page"));
  expect(asked.at(-1)?.page).toBe(9);
});

it("shows no pager while there is one page", async () => {
  await drawTable({
    answer: { data: { data: rows, total: 10 }, isError: false, isPlaceholderData: false, refetch: () => {} },
  });
  expect(document.querySelector("nav")).toBeNull();
});

it("goes to the last page when the asked one is no more, as a correction", async () => {
  const { asked } = await drawTable({}, { page: 40 });
  expect(asked.at(-1)?.page).toBe(10);
  const onStateChange = vi.fn();
  await drawn?.remove();
  await drawTable({ onStateChange }, { page: 40 });
  expect(onStateChange.mock.calls).toEqual([[expect.objectContaining({ page: 10 }), true]]);
});

it("searches on Enter, at the first page", async () => {
  const { asked } = await drawTable({}, { page: 3 });
  const box = document.querySelector("input[type=search]") as HTMLInputElement;
  expect(box.placeholder).toBe("Search name, press Enter");
  await type(box, " okafor ");
  expect(asked).toEqual([]);
  await key(box, "Enter");
  expect(asked.at(-1)).toMatchObject({ search: "okafor", searchField: "name", operator: "contains", page: 1 });
  await press(one("button", "Clear search"));
  expect(asked.at(-1)?.search).toBe("");
});

it("puts the batch actions in place of the toolbar while rows are selected, and says how many", async () => {
  const { asked } = await drawTable();
  expect(all("button", "Delete")).toHaveLength(0);
  const boxes = document.querySelectorAll<HTMLInputElement>("input[type=checkbox]");
  expect(boxes).toHaveLength(11);
  await press(boxes[1]);
  await press(boxes[2]);
  expect(one("status").textContent).toBe("2 selected");
  expect(all("button", "Delete")).toHaveLength(1);
  expect(document.querySelector("input[type=search]")).toBeNull();
  // Another order: what was picked may be out of sight and is let go.
  await press(one("columnheader", "Size"));
  expect(asked).toHaveLength(1);
  expect(all("button", "Delete")).toHaveLength(0);
  await press(document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")[0]);
  expect(one("status").textContent).toBe("10 selected");
  await press(one("button", "Clear selection"));
  expect(all("button", "Delete")).toHaveLength(0);
});

it("has a face for the first load, a refetch, a failure and nothing", async () => {
  const { redraw, refetch } = await drawTable();
  const face = (answer: Partial<ServerTableProps<Row>["answer"]>) =>
    redraw({
      answer: { data: { data: rows, total: 95 }, isError: false, isPlaceholderData: false, refetch, ...answer },
    });
  await face({ data: undefined });
  expect(document.querySelector("table")?.getAttribute("aria-label")).toBe("Loading");
  await face({ isPlaceholderData: true });
  expect(document.querySelector("[aria-busy=true]")?.textContent).toContain("Row 1");
  await face({ isError: true });
  expect(one("alert").textContent).toContain("Something went wrong. Please try again!");
  await press(one("button", "Try Again"));
  expect(refetch).toHaveBeenCalledOnce();
  await face({ data: { data: [], total: 0 } });
  expect(document.body.textContent).toContain("There are no records to display");
});

it("says why a search was refused, beside the search, and shows all rows when told to", async () => {
  const refusal = "This took too long and was stopped.";
  const answer = { data: undefined, isError: true, refusal, isPlaceholderData: false, refetch: () => {} };
  const { asked } = await drawTable({ answer }, { search: "a", field: "size", sort: "asc", page: 3 });
  expect(one("alert").textContent).toContain(refusal);
  expect(all("button", "Try Again")).toHaveLength(0);
  expect(document.querySelector<HTMLInputElement>("input[type=search]")?.value).toBe("a");
  await press(one("button", "Show all rows"));
  expect(asked).toEqual([expect.objectContaining({ search: "", sort: null, page: 1 })]);
});

it("says why it was refused where nothing was searched, and asks again when told to", async () => {
  const refusal = "You do not have permission for this action.";
  const refetch = vi.fn();
  await drawTable({ answer: { data: undefined, isError: true, refusal, isPlaceholderData: false, refetch } });
  expect(one("alert").textContent).toContain(refusal);
  await press(one("button", "Try Again"));
  expect(refetch).toHaveBeenCalledOnce();
});

it("hides columns on request, never the one that names the row", async () => {
  await drawTable();
  await press(one("button", "Columns"));
  expect(all("menuitemcheckbox").map(({ textContent }) => textContent)).toEqual(["Size"]);
  await press(one("menuitemcheckbox", "Size"));
  await key(document.activeElement as Element, "Escape");
  await settle();
  expect(all("columnheader", "Size")).toHaveLength(0);
  expect(all("columnheader", "Name")).toHaveLength(1);
});

// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type AskTable, type TableState, tableSearch } from "../../ui/table/index.ts";
import { type Drawn, draw, until } from "../../ui/test-render.tsx";
import { useTableAddress } from "./use-table-address.ts";

const columns = [{ id: "name", title: "Name", isFilter: true }];
let table: { state: TableState; ask: AskTable };
let drawn: Drawn;
const history = createMemoryHistory({ initialEntries: ["/list"] });

function Listed() {
  const [state, ask] = useTableAddress(columns);
  table = { state, ask };
  return null;
}

beforeEach(async () => {
  const root = createRootRoute({ component: Outlet });
  const list = createRoute({
    getParentRoute: () => root,
    path: "/list",
    validateSearch: tableSearch(columns),
    component: Listed,
  });
  const router = createRouter({ routeTree: root.addChildren([list]), history });
  drawn = await draw(<RouterProvider router={router as never} />);
  await until(() => table !== undefined);
});
afterEach(() => drawn.remove());

const to = async (page: number, isCorrection?: boolean) => {
  await act(async () => table.ask({ ...table.state, page }, isCorrection));
  await until(() => table.state.page === page);
};

it("makes each step an entry of the history, but replaces a page that is no more", async () => {
  await to(9);
  expect(history.length).toBe(2);
  await to(3, true);
  expect([history.location.href, history.length]).toEqual(["/list?page=3", 2]);
  await act(async () => history.back());
  await until(() => table.state.page === 1);
  expect(history.location.href).toBe("/list");
});

// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { stateOf } from "../../../ui/table/index.ts";
import { type Drawn, draw, one, press } from "../../../ui/test-render.tsx";
import { ApiFailure } from "../../session/index.ts";
import { AdminTable } from "./AdminTable.tsx";

interface Row {
  id: number;
  name: string;
}
const columns = [{ id: "name", title: "Name", text: ({ name }: Row) => name, isHeader: true }];
const state = stateOf({}, columns);

let drawn: Drawn;
afterEach(() => drawn.remove());

/** The table as it is drawn with these rows. */
function tableOf(queries: QueryClient, onDelete: (ids: number[]) => Promise<unknown>, ...ids: number[]) {
  const data = ids.map((id): Row => ({ id, name: `Site ${id}` }));
  const nothing = () => undefined;
  return (
    <QueryClientProvider client={queries}>
      <AdminTable<Row>
        {...{ name: "sites", label: "Sites", columns, linked: "name", state, onStateChange: nothing, empty: "" }}
        answer={{ data: { data, total: data.length }, isError: false, isPlaceholderData: false, refetch: nothing }}
        nameOf={({ name }) => name}
        onView={nothing}
        onEdit={nothing}
        deletion={{ title: "Delete?", text: (count) => `${count} of them`, onDelete, done: "Deleted" }}
      />
    </QueryClientProvider>
  );
}
const pickAll = () => press(document.querySelectorAll("input[type=checkbox]")[0]);

it("deletes of what was picked what is still there: somebody else may have deleted the others meanwhile", async () => {
  const onDelete = vi.fn(async () => ({}));
  const queries = new QueryClient();
  drawn = await draw(tableOf(queries, onDelete, 1, 2, 3));
  await pickAll();
  expect(one("status").textContent).toBe("3 selected");
  await drawn.redraw(tableOf(queries, onDelete, 2, 3, 4));
  expect(one("status").textContent).toBe("2 selected");
  await press(one("button", "Delete"));
  expect(one("alertdialog").textContent).toContain("2 of them");
  await press(one("button", "Yes, delete"));
  expect(onDelete.mock.calls).toEqual([[[2, 3]]]);
});

it.each([
  [404, 1],
  [409, 1],
  [400, 0],
])("after a refusal with %i reads the list anew %i times: one may be gone, or used by now", async (status, times) => {
  const queries = new QueryClient();
  const readAnew = vi.spyOn(queries, "invalidateQueries");
  const refusing = () => Promise.reject(new ApiFailure(status, "This site does not exist."));
  drawn = await draw(tableOf(queries, refusing, 1, 2));
  await pickAll();
  await press(one("button", "Delete"));
  await press(one("button", "Yes, delete"));
  expect(readAnew).toHaveBeenCalledTimes(times);
  expect(one("alertdialog").textContent).toContain("This site does not exist.");
});

// @vitest-environment happy-dom
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { draftOf, type GraphsDraft, withNewGraph } from "../../../../../domain/graphs/edit-graphs.ts";
import { all, type Drawn, draw, one, press } from "../../../../../ui/test-render.tsx";
import { GraphList } from "./GraphList.tsx";
import { type GraphsEdit, GraphsEditContext } from "./use-graphs-edit.ts";

let drawn: Drawn | null = null;
afterEach(async () => {
  await drawn?.remove();
  drawn = null;
});

/** A list of four graphs, the second one chosen. */
function List() {
  const [draft, edit] = useState<GraphsDraft>(() => [1, 2, 3, 4].reduce((made) => withNewGraph(made), draftOf([])));
  const [selected, setSelected] = useState<string | null>("graph-2");
  return (
    <GraphsEditContext value={{ draft, edit, problems: {} } as unknown as GraphsEdit}>
      <GraphList selected={selected} onSelect={setSelected} />
    </GraphsEditContext>
  );
}
const rows = () => all("row").map((row) => [row.textContent, row.getAttribute("aria-selected") === "true"] as const);
const chosen = () => rows().flatMap(([name, isChosen]) => (isChosen ? [name] : []));

it("chooses the next graph when the chosen one is removed, at the end the one above, and none when none is left", async () => {
  drawn = await draw(<List />);
  expect(chosen()).toEqual(["Graph 2"]);
  await press(one("button", "Remove Graph 2"));
  expect(chosen()).toEqual(["Graph 3"]);
  await press(one("button", "Remove Graph 1"));
  expect(chosen()).toEqual(["Graph 3"]);
  await press(one("button", "Remove Graph 3"));
  expect([rows().length, chosen()]).toEqual([1, ["Graph 4"]]);
  await press(one("button", "Remove Graph 4"));
  expect(chosen()).toEqual([]);
});

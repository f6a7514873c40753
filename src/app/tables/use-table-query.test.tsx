// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { getBuckets } from "../../protocol/admin.ts";
import { tableText } from "../../protocol/text/table-text.ts";
import { type Column, ServerTable, stateOf } from "../../ui/table/index.ts";
import { type Drawn, draw, one } from "../../ui/test-render.tsx";
import { ApiFailure } from "../session/index.ts";
import { useTableQuery } from "./use-table-query.ts";

let failure = new ApiFailure(403, "");
vi.mock("../session/index.ts", async (original) => ({
  ...(await original<typeof import("../session/index.ts")>()),
  call: () => Promise.reject(failure),
}));

type Bucket = { id: number };
const columns: readonly Column<Bucket>[] = [{ id: "id", title: "Id", text: ({ id }) => String(id), isHeader: true }];
const state = stateOf({}, columns);

function Buckets() {
  const answer = useTableQuery({ name: "buckets", route: getBuckets, state });
  return (
    <ServerTable
      label="Buckets"
      words={tableText}
      columns={columns}
      rowId={({ id }) => String(id)}
      state={state}
      onStateChange={() => undefined}
      answer={answer}
      rowsPerPage={10}
    />
  );
}

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

const said = async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  drawn = await draw(
    <QueryClientProvider client={client}>
      <Buckets />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => one("alert"));
  return one("alert").textContent;
};

it("says what the server said where it refused, and the general sentence where it failed", async () => {
  failure = new ApiFailure(403, "You do not have permission for this action.");
  expect(await said()).toContain("You do not have permission for this action.");
  await drawn?.remove();
  failure = new ApiFailure(500, "Internal");
  expect(await said()).toContain(tableText.failed);
});

// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { chartText } from "../../../protocol/text/chart-text.ts";
import { all, draw, one, press, until } from "../../../ui/test-render.tsx";
import { StoredFailure } from "./StoredFailure.tsx";
import { useStoredChoices } from "./use-stored-choices.ts";

const call = vi.hoisted(() => vi.fn());
vi.mock("../../session/index.ts", () => ({ call, reasonOf: (error: Error) => error.message }));

function Chosen() {
  const stored = useStoredChoices(4);
  return (
    <>
      <output>{stored.choices.map(({ title }) => title).join()}</output>
      <StoredFailure stored={stored} />
    </>
  );
}

it("says why what runs stored cannot be chosen, and offers it once it is known", async () => {
  call.mockRejectedValueOnce(new Error("The server cannot be reached."));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const drawn = await draw(
    <QueryClientProvider client={client}>
      <Chosen />
    </QueryClientProvider>,
  );
  await until(() => all("status").length === 1);
  expect(one("status").textContent).toContain(chartText.storedUnknown("The server cannot be reached."));
  const stored = { data_object_id: 7 };
  const outputs = [{ name: "PRx", columns: ["PRx"], units: [""] }];
  call.mockResolvedValueOnce({ runs: [{ id: 12, state: "done", stored, file_problem: null, outputs }] });
  await press(one("button", chartText.tryAgain));
  await until(() => all("status").length === 0);
  expect(document.querySelector("output")?.textContent).toContain("stored run 12");
  await drawn.remove();
});

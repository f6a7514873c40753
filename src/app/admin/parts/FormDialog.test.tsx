// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { draw, one, press } from "../../../ui/test-render.tsx";
import { ApiFailure } from "../../session/index.ts";
import { FormDialog } from "./FormDialog.tsx";

it.each([
  [404, 1],
  [409, 1],
  [400, 0],
])("after a refusal with %i the list behind it is read anew %i times: it may be gone, or another by now", async (status, times) => {
  const queries = new QueryClient();
  const readAnew = vi.spyOn(queries, "invalidateQueries");
  const drawn = await draw(
    <QueryClientProvider client={queries}>
      <FormDialog
        {...{ title: "Modify Site", isChanged: true, problem: undefined, done: "Done", onClose: () => undefined }}
        onSave={() => Promise.reject(new ApiFailure(status, "This site does not exist."))}
      >
        fields
      </FormDialog>
    </QueryClientProvider>,
  );
  await press(one("button", "Save"));
  expect([readAnew.mock.calls.length, drawn.body.textContent?.includes("This site does not exist.")]).toEqual([
    times,
    true,
  ]);
  await drawn.remove();
});

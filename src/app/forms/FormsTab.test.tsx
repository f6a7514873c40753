// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import type { PatientFormEntry } from "../../protocol/forms.ts";
import type { Patient } from "../../protocol/patients.ts";
import { draw, one, press, until } from "../../ui/test-render.tsx";
import { FormsTab } from "./FormsTab.tsx";

const forms = Array.from(
  { length: 120 },
  (_, k): PatientFormEntry => ({
    ...{ forms: `Form ${k + 1}`, filledTime: 0, formID: k + 1, email: null, corrects: null, corrected_by: null },
    reason: null,
  }),
);
vi.mock("../news/index.ts", () => ({ usePatientNews: () => undefined }));
vi.mock("../documents/index.ts", () => ({ useHours: () => 12, useTableColumns: () => undefined }));
vi.mock("../session/index.ts", async (original) => ({
  ...(await original<typeof import("../session/index.ts")>()),
  call: async () => ({ data: forms }),
}));

it("draws those of a page, says how many there are, and leads to the others", async () => {
  const drawn = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <FormsTab patient={{ patient_key: 1, timezone: "UTC" } as Patient} />
    </QueryClientProvider>,
  );
  const rows = () => [...document.querySelectorAll("tbody tr")].map(({ textContent }) => textContent);
  await until(() => rows()[0]?.includes("Form 1") === true);
  expect(rows()).toHaveLength(50);
  expect(drawn.body.textContent).toContain("120 records");
  await press(one("button", "Next page"));
  expect(rows()[0]).toContain("Form 51");
  await press(one("button", "Next page"));
  expect(rows()).toHaveLength(20);
  await drawn.remove();
});

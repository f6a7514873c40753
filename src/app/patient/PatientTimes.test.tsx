// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import type { Patient } from "../../protocol/patients.ts";
import { type Drawn, draw } from "../../ui/test-render.tsx";
import { setHours } from "../documents/index.ts";
import { PatientTimes } from "./PatientTimes.tsx";

vi.mock("./AdmissionState.tsx", () => ({ AdmissionState: () => null }));
vi.mock("./gateways/GatewaysButton.tsx", () => ({ GatewaysButton: () => null }));

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  setHours(12);
});

const patient = {
  ...{ patient_key: 1, timezone: "America/New_York", admission_time: null, discharge_time: null },
  ...{ start_time: Date.UTC(2026, 5, 3, 18, 14), end_time: Date.UTC(2026, 5, 4, 4, 5), total_monitoring_time: null },
} as unknown as Patient;

it("shows the times of a patient in the hours that the reader chose", async () => {
  const page = (
    <QueryClientProvider client={new QueryClient()}>
      <PatientTimes patient={patient} />
    </QueryClientProvider>
  );
  drawn = await draw(page);
  expect(drawn.body.textContent).toContain("06/03/2026 02:14 PM");
  setHours(24);
  await drawn.redraw(page);
  expect(drawn.body.textContent).toContain("06/03/2026 14:14");
  expect(drawn.body.textContent).toContain("06/04/2026 00:05");
});

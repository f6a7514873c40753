// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Gateway, listGateways, setGatewayPatient } from "../../../protocol/live.ts";
import type { Patient } from "../../../protocol/patients.ts";
import type { Route } from "../../../protocol/route.ts";
import { gatewayText as words } from "../../../protocol/text/gateway-text.ts";
import { all, type Drawn, draw, press, until } from "../../../ui/test-render.tsx";
import { ShownPatientProvider } from "../shown-patient.ts";
import { GatewayList } from "./GatewayList.tsx";

const gateway = (gateway_id: number, is_allowed: boolean): Gateway => ({
  ...{ gateway_id, name: `Bed ${gateway_id}`, is_allowed, may_revoke: true, made_by: "Ann Ode" },
  ...{ made_at: 0, used_at: null, open_streams: 0 },
});
let gateways: Gateway[];

vi.mock("../../session/index.ts", async (original) => ({
  ...(await original<typeof import("../../session/index.ts")>()),
  call: async (route: Route, { gateway_id, is_allowed }: { gateway_id: number; is_allowed: boolean }) => {
    if (route.path === setGatewayPatient.path)
      gateways = gateways.map((each) => (each.gateway_id === gateway_id ? { ...each, is_allowed } : each));
    return route.path === listGateways.path ? { gateways } : {};
  },
}));

let drawn: Drawn;
const names = () => [...document.querySelectorAll("li strong")].map(({ textContent }) => textContent);

beforeEach(async () => {
  gateways = [gateway(1, false), gateway(2, true), gateway(3, false), gateway(4, true)];
  drawn = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <ShownPatientProvider value={{ timezone: "UTC" } as Patient}>
        <GatewayList patientKey={1} />
      </ShownPatientProvider>
    </QueryClientProvider>,
  );
  await until(() => names().length > 0);
});
afterEach(() => drawn.remove());

it("begins with those that send for the patient, and moves no row under the hand that presses its button", async () => {
  const shown = ["Bed 2", "Bed 4", "Bed 1", "Bed 3"];
  expect(names()).toEqual(shown);
  await press(all("button", words.allow)[1]);
  await until(() => all("button", words.allow).length === 1);
  expect(names()).toEqual(shown);
  await press(all("button", words.take)[0]);
  await until(() => all("button", words.allow).length === 2);
  expect(names()).toEqual(shown);
});

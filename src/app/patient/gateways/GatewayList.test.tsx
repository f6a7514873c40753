// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Gateway, listGateways } from "../../../protocol/live.ts";
import type { Patient } from "../../../protocol/patients.ts";
import type { Route } from "../../../protocol/route.ts";
import { liveText } from "../../../protocol/text/live-text.ts";
import { toastQueue } from "../../../ui/notices/toasts.ts";
import { all, type Drawn, draw, one, press, until } from "../../../ui/test-render.tsx";
import { ApiFailure } from "../../session/index.ts";
import { ShownPatientProvider } from "../shown-patient.ts";
import { GatewayList } from "./GatewayList.tsx";

let gateways: Gateway[] = [];
/** What becomes of the list while the question stands, and what the server says then. */
let meanwhile: () => ApiFailure;
vi.mock("../../session/index.ts", async (original) => ({
  ...(await original<typeof import("../../session/index.ts")>()),
  call: (route: Route) =>
    route.path === listGateways.path ? Promise.resolve({ gateways }) : Promise.reject(meanwhile()),
}));

const bed: Gateway = {
  ...{ gateway_id: 3, name: "Bed 3", made_at: 0, made_by: "a@x.org", used_at: null, open_streams: 0 },
  ...{ is_allowed: true, may_revoke: true },
};
const { notFound, othersPatients } = liveText.gateways;
let drawn: Drawn;

beforeEach(async () => {
  gateways = [bed];
  drawn = await draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ShownPatientProvider value={{ timezone: "UTC" } as Patient}>
        <GatewayList patientKey={7} />
      </ShownPatientProvider>
    </QueryClientProvider>,
  );
  await until(() => all("button", "Revoke Bed 3").length === 1);
  await press(one("button", "Revoke Bed 3"));
});
afterEach(async () => {
  await drawn.remove();
  toastQueue.clear();
});
const told = () => toastQueue.visibleToasts.map(({ content }) => content.text);

it("shows no gateway any more that somebody else has revoked meanwhile, and says so", async () => {
  meanwhile = () => {
    gateways = [];
    return new ApiFailure(404, notFound);
  };
  await press(one("button", "Revoke"));
  await until(() => all("button", "Revoke Bed 3").length === 0);
  expect(told()).toEqual([notFound]);
});

it("says of a gateway that was given patients of others meanwhile that it is not to be revoked here", async () => {
  meanwhile = () => {
    gateways = [{ ...bed, may_revoke: false }];
    return new ApiFailure(403, othersPatients);
  };
  await press(one("button", "Revoke"));
  await until(() => all("button", "Revoke Bed 3").length === 0);
  expect(drawn.body.textContent).toContain("It also sends for patients that you do not see");
  expect(told()).toEqual([othersPatients]);
});

// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { Permission } from "../../protocol/permissions.ts";
import { type Drawn, draw, settle } from "../../ui/test-render.tsx";
import { session } from "../session/state.ts";
import { useAlertAndList } from "./use-alert-and-list.ts";

const led: unknown[] = [];
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<typeof import("@tanstack/react-router")>()),
  useNavigate: () => (where: unknown) => void led.push(where),
}));
vi.mock("../shell/index.ts", async () => ({
  alertUser: async () => undefined,
  firstPage: (await import("../shell/nav.ts")).firstPage,
}));

function Page() {
  return useAlertAndList("Patient id=9 does not exist.") ? <p role="alert">nowhere to go</p> : null;
}

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  led.length = 0;
  session.permissions = null;
});

async function ledWith(...permissions: readonly Permission[]) {
  session.permissions = Object.fromEntries(permissions.map((name) => [name, true])) as never;
  drawn = await draw(<Page />);
  await act(settle);
  return led;
}

it("leads to the patients list", async () => {
  expect(await ledWith("access_data_visualize", "access_data_upload_patient_subpage")).toEqual([
    { to: "/data/visualize", replace: true },
  ]);
});

it("leads who may not see the list to a page that is open to them, and nobody to one that is not", async () => {
  expect(await ledWith("access_data_upload_patient_subpage", "access_admin_sites")).toEqual([
    { to: "/admin/sites", replace: true },
  ]);
});

it("stays where there is no such page", async () => {
  expect(await ledWith("access_data_upload_patient_subpage")).toEqual([]);
  expect(document.body.textContent).toContain("nowhere to go");
});

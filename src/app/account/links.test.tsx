// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { checkToken } from "../../protocol/accounts.ts";
import { permissionMap } from "../../protocol/permissions.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { type Drawn, draw, one, press, type, until } from "../../ui/test-render.tsx";
import { DialogHost } from "../shell/DialogHost.tsx";
import { ChangePasswordPage } from "./ChangePasswordPage.tsx";
import { ConfirmEmailPage } from "./ConfirmEmailPage.tsx";

const { badLink } = accountText.screen;
const { badToken } = accountText.refused;
const page = vi.hoisted(() => ({ token: "good", navigate: vi.fn() }));
vi.mock("@tanstack/react-router", () => ({
  Link: () => null,
  useNavigate: () => page.navigate,
  useSearch: () => ({ token: page.token }),
}));

/** What the server says of the token, and to what the page then asks for. */
let checked: object = { permissions: permissionMap(new Set()), email: "a@b.org" };
const answerTo = (address: string) =>
  address.startsWith(checkToken.path) ? Response.json(checked) : new Response(badToken, { status: 401 });
let drawn: Drawn;
const open = async (what: typeof ChangePasswordPage) => {
  const Page = what;
  drawn = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
      <DialogHost />
    </QueryClientProvider>,
  );
};
const alert = () => document.querySelector("[role=alertdialog]")?.textContent ?? "";
const closeAlert = () => press(one("button", "Close"));

beforeEach(() => {
  page.token = "good";
  page.navigate.mockReset().mockResolvedValue(undefined);
  vi.stubGlobal("fetch", (address: string, { headers }: RequestInit) => {
    new Headers(headers); // as browsers do: refuses what no header can hold
    return Promise.resolve(answerTo(address));
  });
});
afterEach(async () => {
  await drawn.remove();
  vi.unstubAllGlobals();
});

it("says that a link ended while its page was open, and leads to the login page", async () => {
  await open(ChangePasswordPage);
  await until(() => document.body.textContent?.includes("a@b.org") === true);
  for (const field of document.querySelectorAll("input[type=password]")) await type(field, "Another-1");
  await press(one("button", "Change Password"));
  await until(() => alert() !== "");
  expect(alert()).toContain(badLink);
  expect(page.navigate).not.toHaveBeenCalled();
  await closeAlert();
  expect(page.navigate).toHaveBeenCalledWith({ to: "/" });
});

it("says the same of the link to a new email", async () => {
  checked = { permissions: permissionMap(new Set()), email: "a@b.org", new_email: "c@d.org" };
  await open(ConfirmEmailPage);
  await until(() => document.querySelector<HTMLInputElement>("input")?.value === "a@b.org");
  await press(one("button", "Change Email"));
  await until(() => alert() !== "");
  expect(alert()).toContain(badLink);
  await closeAlert();
  expect(page.navigate).toHaveBeenCalledWith({ to: "/" });
});

it.each([
  ["a session", { permissions: permissionMap(new Set(["access_data_visualize"])), email: "a@b.org" }],
  ["an invitation", { permissions: permissionMap(new Set(["create_account"])), email: "a@b.org" }],
  ["a new email", { permissions: permissionMap(new Set()), email: "a@b.org", new_email: "c@d.org" }],
])("sets no password by the token of %s", async (_, answer) => {
  checked = answer;
  await open(ChangePasswordPage);
  await until(() => alert() !== "");
  expect(alert()).toContain(badLink);
  await closeAlert();
});

it("says of a link that was cut or mangled that it is not valid, not that the server is away", async () => {
  page.token = "%E0%A4%A\u0000\u0416";
  await open(ChangePasswordPage);
  await until(() => alert() !== "");
  expect(alert()).toContain(badLink);
  await closeAlert();
});

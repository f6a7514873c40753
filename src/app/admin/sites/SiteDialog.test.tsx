// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSite, getUsers, getUsersBySite, modifySite, type Site } from "../../../protocol/admin.ts";
import type { Route } from "../../../protocol/route.ts";
import { serverText } from "../../../protocol/text/server-text.ts";
import { toastQueue } from "../../../ui/notices/toasts.ts";
import { all, type Drawn, draw, key, one, press, settle, type, until } from "../../../ui/test-render.tsx";
import { ApiFailure } from "../../session/index.ts";
import { SiteDialog } from "./SiteDialog.tsx";

/** What the form sent, and what the server is made to answer. */
const sent: { path: string; body: unknown }[] = [];
let areUsersLost = false;
let answer: () => Promise<unknown> = () => Promise.resolve({ message: "" });

vi.mock("../../session/index.ts", async (original) => ({
  ...(await original<typeof import("../../session/index.ts")>()),
  call: (route: Route, body: unknown) => {
    if (route.path === getUsers.path || route.path === getUsersBySite.path) {
      if (areUsersLost) return Promise.reject(new ApiFailure(500, "The server failed."));
      const data = [
        { id: 7, email: "a@x.org", first_name: "Ann", last_name: "Ode", is_verified: true },
        { id: 8, email: "b@x.org", first_name: "", last_name: "", is_verified: false },
      ];
      return Promise.resolve({ data, total: 2, filters: [] });
    }
    sent.push({ path: route.path, body });
    return answer();
  },
}));

const site: Site = {
  id: 3,
  identifier: "NGMC",
  name: "Northgate",
  location: "Leeds",
  description: "",
  user_ids: [8, 7000],
  user_count: 2,
  patient_count: 0,
};
const onClose = vi.fn();
let drawn: Drawn;

async function open(which: Site | null, isReadOnly = false) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  drawn = await draw(
    <QueryClientProvider client={client}>
      <SiteDialog record={which} isReadOnly={isReadOnly} onEdit={() => {}} onClose={onClose} />
    </QueryClientProvider>,
  );
  await until(() => all("option").length === 2);
}
const field = (label: string) => {
  const found = [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label);
  return document.getElementById(found?.htmlFor ?? "") as HTMLInputElement;
};
const save = () => one("button", "Save");

// There is no layout here, and lists draw only what fits.
vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);

beforeEach(() => {
  sent.length = 0;
  onClose.mockClear();
  answer = () => Promise.resolve({ message: "" });
});
afterEach(async () => {
  await drawn.remove();
  toastQueue.clear();
});

it("says the first failing rule, in the order of spec 000 section 5, once the user tries to save", async () => {
  await open(null);
  expect(save().hasAttribute("disabled")).toBe(true);
  expect(document.body.textContent).toContain("No changes");
  await type(field("Description"), "x");
  expect(document.body.textContent).toContain("Unsaved changes");
  expect(all("alert")).toHaveLength(0);
  await press(save());
  expect(one("alert").textContent).toBe("Name is required.");
  await type(field("Name"), "Northgate");
  expect(one("alert").textContent).toBe("Location is required.");
  await type(field("Location"), "Leeds");
  expect(one("alert").textContent).toBe("Site ID is required.");
  await type(field("Site ID"), "NGM");
  expect(one("alert").textContent).toBe("Site ID must be exactly 4 characters long.");
  await type(field("Site ID"), "NGMC");
  expect(one("alert").textContent).toBe("Please select at least one user.");
  expect(sent).toEqual([]);
  await press(one("option", /^a@x.org/));
  expect(all("alert")).toHaveLength(0);
  await press(save());
  expect(sent).toEqual([
    {
      path: createSite.path,
      body: { name: "Northgate", location: "Leeds", description: "x", identifier: "NGMC", user_ids: [7] },
    },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
  expect(toastQueue.visibleToasts.map(({ content }) => content)).toEqual([
    { tone: "success", text: "Site created successfully." },
  ]);
});

it("has the browser ask before the page goes, once something was entered", async () => {
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await open(null);
  expect(asks()).toBe(false);
  await type(field("Description"), "x");
  expect(asks()).toBe(true);
});

it("does not send the identifier when it modifies, and keeps users that are not listed", async () => {
  await open(site);
  expect(field("Site ID").readOnly).toBe(true);
  await press(one("option", /^b@x.org/));
  await press(one("option", /^a@x.org/));
  await press(save());
  expect(sent).toEqual([
    {
      path: modifySite.path,
      body: {
        ...{ site_id: 3, name: "Northgate", location: "Leeds", description: "", user_ids: [7, 7000] },
        // Saved over nothing else than this.
        seen: { name: "Northgate", location: "Leeds", description: "", user_ids: [8, 7000] },
      },
    },
  ]);
  expect(toastQueue.visibleToasts[0]?.content.text).toBe("Site successfully modified.");
});

it("says in the form what the server refuses (409), in a toast too when it is not about the values", async () => {
  await open(site);
  await type(field("Name"), "Southgate");
  answer = () => Promise.reject(new ApiFailure(409, "A site with this Site ID already exists."));
  await press(save());
  expect(one("alert").textContent).toBe("A site with this Site ID already exists.");
  expect(toastQueue.visibleToasts).toHaveLength(0);
  answer = () => Promise.reject(new ApiFailure(403, "You do not have permission for this action"));
  await press(save());
  expect(toastQueue.visibleToasts.map(({ content }) => content)).toEqual([
    { tone: "danger", text: "You do not have permission for this action" },
  ]);
  expect(onClose).not.toHaveBeenCalled();
});

it("says of a server whose database is away that the user has to try again", async () => {
  await open(site);
  await type(field("Name"), "Southgate");
  answer = () => Promise.reject(new ApiFailure(503, serverText.databaseAway, 5));
  await press(save());
  expect(one("alert").textContent).toBe(serverText.awayNow);
});

it("closes on Esc unless a call runs; meanwhile nothing can be pressed", async () => {
  await open(site);
  await type(field("Name"), "Southgate");
  let finish = (_: unknown) => {};
  answer = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  await press(save());
  expect(one("button", "Please wait...").getAttribute("aria-disabled")).toBe("true");
  expect(one("button", "Cancel").hasAttribute("disabled")).toBe(true);
  await key(field("Name"), "Escape");
  expect(onClose).not.toHaveBeenCalled();
  finish({ message: "" });
  await settle();
  expect(onClose).toHaveBeenCalledOnce();
  await drawn.remove();
  await open(site);
  await key(field("Name"), "Escape");
  expect(onClose).toHaveBeenCalledTimes(2);
});

it("only shows in view mode", async () => {
  await open(site, true);
  expect(field("Name").readOnly).toBe(true);
  expect(all("button", "Save")).toHaveLength(0);
  expect(all("button", "Edit")).toHaveLength(1);
});

it("does not save on Enter in the search of a list of choices", async () => {
  await open(site);
  const search = document.querySelector("input[placeholder='Search by email']");
  const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  expect(search?.dispatchEvent(enter)).toBe(false);
});

it("says that the choices could not be read, and reads them when told to", async () => {
  areUsersLost = true;
  drawn = await draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SiteDialog record={null} isReadOnly={false} onEdit={() => {}} onClose={onClose} />
    </QueryClientProvider>,
  );
  await until(() => all("alert").length > 0);
  expect(one("alert").textContent).toContain("Something went wrong. Please try again!");
  areUsersLost = false;
  await press(one("button", "Try Again"));
  await until(() => all("option").length === 2);
  expect(all("alert")).toHaveLength(0);
});

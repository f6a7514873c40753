// @vitest-environment happy-dom
import { proxy } from "valtio";
import { afterEach, expect, it, vi } from "vitest";
import { all, type Drawn, draw, one, press, type } from "../../../ui/test-render.tsx";
import type { ReviewWorkspace } from "../workspace-types.ts";
import type { DisplayStore } from "./display-store.ts";
import { GroupButton } from "./GroupButton.tsx";

vi.mock("../../session/index.ts", () => ({ useSession: () => ({ workspaceName: "Studies" }) }));
vi.mock("../../shell/index.ts", async () => ({
  mayDiscard: () => true,
  ...(await vi.importActual<object>("../../shell/use-leave-guard.ts")),
}));

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

it("changes no groups in view mode: none is added either", async () => {
  const group = { id: 1, name: "Mine", type: "personal", layouts: [], may_change: true };
  const state = proxy({ groups: [group], chosen: { group: 1, display: null }, status: "ready" });
  const display = proxy({ isFixed: false });
  const addOf = async () => {
    drawn = await draw(
      <GroupButton
        store={{ state } as unknown as DisplayStore}
        workspace={{ display } as unknown as ReviewWorkspace}
      />,
    );
    await press(one("button", "Display group: Mine"));
    const isOff = (one("button", "Add display group") as HTMLButtonElement).disabled;
    await drawn.remove();
    return isOff;
  };
  expect(await addOf()).toBe(false);
  display.isFixed = true;
  expect(await addOf()).toBe(true);
});

it("has the browser ask before another name of a group, or of its copy, goes with the page", async () => {
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const group = { id: 1, name: "Mine", type: "personal", layouts: [], may_change: true };
  const state = proxy({ groups: [group], chosen: { group: 1, display: null }, status: "ready" });
  const workspace = { display: proxy({ isFixed: false }) };
  drawn = await draw(
    <GroupButton store={{ state } as unknown as DisplayStore} workspace={workspace as unknown as ReviewWorkspace} />,
  );
  await press(one("button", "Display group: Mine"));
  for (const open of ["Rename Mine", "Copy Mine"]) {
    await press(one("button", open));
    expect(asks()).toBe(false);
    await type(one("textbox"), "Typed");
    expect(asks()).toBe(true);
    await press(one("button", "Cancel"));
    expect([all("textbox").length, asks()]).toEqual([0, false]);
  }
});

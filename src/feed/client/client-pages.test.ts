import { expect, it } from "vitest";
import type { Page } from "../../protocol/page-codec.ts";
import type { WantedPage } from "../types.ts";
import { ClientPages } from "./client-pages.ts";

const connection = { connection: "connected", graceUntil: null, serverAheadMs: null, heardAt: null } as const;
const wanted = (...keys: string[]) => keys.map((key) => ({ key, request: {} }) as unknown as WantedPage);

it("says how much of all that is wanted is made, also while some is not begun and some is here", () => {
  const pages = new ClientPages({
    ...{ post: () => undefined, status: () => ({ ...connection, broken: null }), onSettled: () => undefined },
  });
  const window = pages.open();
  window.want(wanted("a", "b", "c", "d"));
  expect(window.status.buildingFraction).toBeNull();
  pages.report({
    failed: [],
    fractions: [
      ["a", 0.5],
      ["b", 0],
    ],
  });
  expect(window.status.buildingFraction).toBe(0.125);
  pages.accept([{ key: "a", page: { blocks: [] } as unknown as Page }]);
  expect(window.status.buildingFraction).toBe(0.25);
  pages.report({ failed: [], fractions: [["b", 0.5]] });
  expect(window.status.buildingFraction).toBe(0.375);
  pages.report({ failed: [], fractions: [] });
  expect(window.status.buildingFraction).toBeNull();
});

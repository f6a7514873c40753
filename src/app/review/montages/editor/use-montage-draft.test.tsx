// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { type Drawn, draw } from "../../../../ui/test-render.tsx";
import type { HeldMontage, MontageSource } from "../montage-store.ts";
import { useDraftSource } from "./use-montage-draft.ts";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

it("previews a channel whose alias was taken away under its pair", async () => {
  const begun: HeldMontage = {
    ...{ id: 1, name: "New montage", channels: [], type: "Personal", user_id: 1, revision: 0 },
    ...{ is_own: true, may_change: true, changed_by: "", changed_at: 0 },
  };
  const channels = [
    { first: "C3", second: "Cz", alias: "" },
    { first: "C4", second: "Cz", alias: " right " },
  ];
  let source: MontageSource | undefined;
  function Draft() {
    source = useDraftSource({ name: "Mine", channels }, begun);
    return null;
  }
  drawn = await draw(<Draft />);
  expect(source?.state.people[0]).toMatchObject({
    name: "Mine",
    channels: [
      { first: "C3", second: "Cz" },
      { first: "C4", second: "Cz", alias: "right" },
    ],
  });
  expect(source?.state.people[0].channels[0]).not.toHaveProperty("alias");
});

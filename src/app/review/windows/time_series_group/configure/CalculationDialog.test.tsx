// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { graphDefaults } from "../../../../../domain/graphs/graph.ts";
import { all, type Drawn, draw, key, one, press, settle, type, until } from "../../../../../ui/test-render.tsx";
import { DialogHost } from "../../../../shell/DialogHost.tsx";
import { CalculationDialog } from "./CalculationDialog.tsx";

let drawn: Drawn | null = null;
afterEach(async () => {
  await drawn?.remove();
  drawn = null;
});

it("asks by Esc once a duration was entered, and not before", async () => {
  const onClose = vi.fn();
  const average = { analytic: "rolling_average", calculationWindowMs: graphDefaults.rollingAverageMs } as const;
  const signal = { group: "ABP_na", channel: "ABP_na" } as never;
  drawn = await draw(
    <>
      <CalculationDialog
        type="line"
        content={{ signal, onDemandAnalysis: average }}
        onDone={() => {}}
        onClose={onClose}
      />
      <DialogHost />
    </>,
  );
  await key(one("dialog"), "Escape");
  expect(onClose).toHaveBeenCalledTimes(1);
  await type(document.querySelector("[role=dialog] input") as Element, "7");
  await key(one("dialog"), "Escape");
  await until(() => all("alertdialog").length === 1);
  expect(onClose).toHaveBeenCalledTimes(1);
  await press(one("button", "Yes, discard"));
  await settle();
  expect(onClose).toHaveBeenCalledTimes(2);
});

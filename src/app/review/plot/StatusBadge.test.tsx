// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { draw, one } from "../../../ui/test-render.tsx";
import { type PlotWindow, PlotWindowContext } from "./plot-window.ts";
import { StatusBadge } from "./StatusBadge.tsx";

it("is called by the whole of what cuts it off, of which the reason gives way in a narrow bar", async () => {
  const status = { kind: "disconnected", label: "Not connected \u2013 reconnecting" };
  const readout = { read: () => status, subscribe: () => () => undefined };
  const page = await draw(
    <PlotWindowContext value={{ readout } as unknown as PlotWindow}>
      <StatusBadge />
    </PlotWindowContext>,
  );
  const badge = one("button", "Not connected \u2013 reconnecting");
  expect(badge.querySelector("span > span")?.textContent).toBe(" \u2013 reconnecting");
  await page.remove();
});

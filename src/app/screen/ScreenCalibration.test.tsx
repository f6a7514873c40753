// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { cardMm } from "../../domain/screen-scale.ts";
import { type Drawn, draw } from "../../ui/test-render.tsx";
import ScreenCalibration from "./ScreenCalibration.tsx";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  vi.unstubAllGlobals();
});

it("has a ruler as long as it says, however narrow the page is", async () => {
  for (const pageWidth of [1440, 460, 360]) {
    vi.stubGlobal("innerWidth", pageWidth);
    drawn = await draw(<ScreenCalibration onClose={() => {}} endForm={(_, close) => close()} />);
    const part = (name: string) => document.querySelector<HTMLElement>(`[data-part=${name}]`) as HTMLElement;
    const perMm = Number.parseFloat(part("card").style.width) / cardMm.width;
    const ruler = part("ruler");
    expect(Number.parseFloat(ruler.style.width) / perMm).toBeCloseTo(Number.parseFloat(ruler.textContent ?? ""), 6);
    expect(document.body.textContent).toContain(`the line below is then ${ruler.textContent} long`);
    await drawn.remove();
    drawn = undefined;
  }
});

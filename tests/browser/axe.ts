/**
 * axe, run within the page alone: none of ours has frames of other origins, for which its default opens a second page at every
 * analysis; and only what it finds is handed over, not all that it looked at.
 */
import { AxeBuilder as Builder } from "@axe-core/playwright";
import type { Page } from "playwright/test";

export class AxeBuilder extends Builder {
  constructor({ page }: { page: Page }) {
    super({ page });
    this.setLegacyMode().options({ resultTypes: ["violations"] });
  }
}

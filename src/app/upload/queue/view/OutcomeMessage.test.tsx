// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { draw } from "../../../../ui/test-render.tsx";
import { session } from "../../../session/state.ts";
import type { QueueItem } from "../state.ts";
import { OutcomeMessage } from "./OutcomeMessage.tsx";

const minute = 60_000;
const uploading = (etaMs: number | null) =>
  ({
    status: "Uploading",
    trouble: null,
    movedMs: null,
    isFinishing: false,
    uploading: { outcome: "active", filesDone: 0, filesTotal: 1, fraction: 0.1, etaMs },
  }) as unknown as QueueItem;

afterEach(() => {
  session.settings = null;
});

test.each([
  [3 * minute, true, false],
  [null, true, false],
  [23 * minute, true, true],
  [23 * minute, false, false],
])("of an upload with %s ms left, with a timeout: %s, says that its user is needed: %s", async (etaMs, has, isSaid) => {
  session.settings = { has_session_timeout: has } as typeof session.settings;
  const drawn = await draw(<OutcomeMessage item={uploading(etaMs)} isOffline={false} />);
  expect(document.body.textContent).toContain("Keep this page open until the upload is complete.");
  expect(document.body.textContent?.includes("22 minutes without a key press")).toBe(isSaid);
  await drawn.remove();
});

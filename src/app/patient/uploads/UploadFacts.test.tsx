// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import type { AnswerOf } from "../../../protocol/route.ts";
import type { getUpload, UploadMessage } from "../../../protocol/uploads.ts";
import { draw } from "../../../ui/test-render.tsx";
import { UploadFacts } from "./UploadFacts.tsx";

vi.mock("./use-upload-clock.ts", () => ({ useUploadClock: () => ({ timezone: "UTC", hours: 12 }) }));

const message = (kind: UploadMessage["kind"]): UploadMessage => ({ _timestamp: 0, kind, text: "3 gaps." });
const upload: AnswerOf<typeof getUpload> = {
  ...{ upload_id: 1, patient_key: 7, patient_identifier: "0042", status: "SUCCESS", progress: 1 },
  ...{ created_at: 0, finished_at: null, completed_at: null, items: [], messages: [] },
};

it("says beside 'Complete' how many messages warn", async () => {
  const facts = (messages: readonly UploadMessage[]) => (
    <UploadFacts upload={{ ...upload, messages: [...messages] }} email="a@b.example" />
  );
  const drawn = await draw(facts([message("success")]));
  const status = () => document.querySelector("dd")?.textContent?.trim();
  expect(status()).toBe("Complete");
  await drawn.redraw(facts([message("warning"), message("success"), message("warning")]));
  expect(status()).toBe("Complete 2 warnings");
  await drawn.remove();
});

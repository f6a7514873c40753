// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import type { AnswerOf } from "../../../protocol/route.ts";
import type { getUpload, UploadMessage } from "../../../protocol/uploads.ts";
import { draw } from "../../../ui/test-render.tsx";
import { UploadFacts } from "./UploadFacts.tsx";
import { UploadsUnderWay } from "./UploadsUnderWay.tsx";

vi.mock("./use-upload-clock.ts", () => ({ useUploadClock: () => ({ timezone: "UTC", hours: 12 }) }));

const message = (kind: UploadMessage["kind"]): UploadMessage => ({
  _timestamp: 0,
  kind,
  text: "3 gaps.",
  item_id: null,
});
const upload: AnswerOf<typeof getUpload> = {
  ...{ upload_id: 1, patient_key: 7, patient_identifier: "0042", status: "SUCCESS", progress: 1 },
  ...{ created_at: 0, finished_at: null, completed_at: null, items: [], messages: [], silent_since: null },
  is_own: false,
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

it("says of a transfer that fell silent that it is interrupted, and who can go on and how", async () => {
  const silent = { ...upload, progress: 0.12, silent_since: Date.UTC(2026, 5, 10, 1, 2, 3) };
  const says = () => document.body.textContent;
  const row = { ...silent, status: "UPLOADING", _timestamp: 0, email: "a@b.example", combined_message: "" } as const;
  const drawn = await draw(<UploadFacts upload={{ ...silent, status: "UPLOADING" }} email="a@b.example" />);
  expect(document.querySelector("dd")?.textContent?.trim()).toBe("Interrupted");
  expect(says()).toContain("since 06/10/2026 01:02:03 AM. a@b.example can go on with it in any browser");
  expect(says()).not.toContain("Uploading");
  await drawn.redraw(<UploadsUnderWay rows={[row]} />);
  expect(says()).toContain("Interrupted · 12 %");
  expect(says()).toContain("a@b.example can go on with it");
  await drawn.redraw(<UploadsUnderWay rows={[{ ...row, status: "CREATED", progress: 0 }]} />);
  expect(says()).toContain("nothing of it was sent. a@b.example has to upload the data again.");
  await drawn.redraw(<UploadsUnderWay rows={[{ ...row, silent_since: null }]} />);
  expect(says()).toContain("Uploading · 12 %");
  expect(says()).not.toContain("can go on");
  await drawn.remove();
});

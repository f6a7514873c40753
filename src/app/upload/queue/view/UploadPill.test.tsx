// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { draw, one } from "../../../../ui/test-render.tsx";
import { type QueueItem, queue } from "../state.ts";
import { UploadPill } from "./UploadPill.tsx";

const put = (...statuses: QueueItem["status"][]) =>
  act(async () => {
    queue.items = statuses.map((status, id) => ({ id, status })) as unknown as QueueItem[];
  });

afterEach(() => put());

test("says nothing without uploads, then how they are and how they ended", async () => {
  const drawn = await draw(<UploadPill />);
  expect(one("status").textContent).toBe("");
  await put("Uploading", "InQueue");
  expect(one("status").textContent).toBe("2 uploads in progress...");
  await put("Done", "Failed");
  expect(one("status").textContent).toBe("1 upload complete, 1 upload failed");
  expect(one("status").dataset.failed).toBe("true");
  await drawn.remove();
});

// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import type { UploadItemState, UploadMessage } from "../../../protocol/uploads.ts";
import { all, draw, one, press } from "../../../ui/test-render.tsx";
import { isAtItem } from "./message.ts";
import { UploadItems } from "./UploadItems.tsx";
import { UploadMessages } from "./UploadMessages.tsx";

vi.mock("./use-upload-clock.ts", () => ({ useUploadClock: () => ({ timezone: "UTC", hours: 12 }) }));
vi.mock("@tanstack/react-query", async (original) => ({
  ...(await original<typeof import("@tanstack/react-query")>()),
  useQueryClient: () => null,
}));

const holds = vi.hoisted(() => new Set<string>());
vi.mock("../../session/index.ts", () => ({ useHolds: (right: string) => holds.has(right) }));

const item = (item_id: number, over: Partial<UploadItemState> = {}): UploadItemState => ({
  ...{ item_id, kind: "edf", name: `${item_id}.edf`, state: "done", progress: 1, error: null, removed: [] },
  ...{ is_superseded: false, waits_for: null, waits_until: null, ...over },
});
const message = (item_id: number | null, kind: UploadMessage["kind"], text: string): UploadMessage => ({
  ...{ _timestamp: 0, kind, text, item_id },
});

it("tells what is wrong with a file where the file stands, and once", async () => {
  const messages = [
    message(null, "info", "3 files were received."),
    message(1, "info", "Reading 1.edf has begun."),
    message(1, "success", "1.edf was read."),
    message(1, "warning", "3 gaps."),
    message(2, "error", "2.edf could not be read. It is cut off."),
    message(null, "warning", "1 of 2 could not be read."),
  ];
  const items = [item(1), item(2, { state: "failed", error: "It is cut off." }), item(3)];
  const drawn = await draw(
    <>
      <UploadItems items={items} messages={messages} isOwn={false} />
      <UploadMessages messages={messages.filter((one) => !isAtItem(one))} />
    </>,
  );
  const rows = [...document.querySelectorAll("ul > li")].map(({ textContent }) => textContent ?? "");
  expect(rows[0]).toContain("Warning3 gaps.");
  expect(rows[0]).toContain("Success1.edf was read.");
  expect(rows[1].match(/cut off/g)).toHaveLength(1);
  expect(rows[2]).not.toMatch(/gaps|read/);
  const rest = document.querySelector("section[aria-labelledby=upload-messages]")?.textContent ?? "";
  expect(rest).toContain("3 files were received.");
  expect(rest).toContain("Reading 1.edf has begun.");
  expect(rest).toContain("1 of 2 could not be read.");
  expect(rest).not.toMatch(/gaps|cut off/);
  // Of older uploads nobody knows which file a message is about.
  await drawn.redraw(<UploadItems items={items} messages={[message(null, "error", "It is cut off.")]} isOwn={false} />);
  expect(document.body.textContent?.match(/cut off/g)).toHaveLength(1);
  await drawn.remove();
});

it("offers Retry of what failed to who uploaded it with the right to upload, and to who administers projects", async () => {
  const items = [item(1, { state: "failed", error: "It is cut off." })];
  const drawn = await draw(null);
  const isOffered = async (isOwn: boolean, ...rights: readonly string[]) => {
    holds.clear();
    for (const right of rights) holds.add(right);
    await drawn.redraw(<UploadItems key={`${isOwn} ${rights}`} items={items} messages={[]} isOwn={isOwn} />);
    return all("button", "Retry 1.edf").length === 1;
  };
  expect(await isOffered(true, "upload_data")).toBe(true);
  expect(await isOffered(true)).toBe(false);
  expect(await isOffered(false, "upload_data")).toBe(false);
  expect(await isOffered(false, "access_admin_studies")).toBe(true);
  await drawn.remove();
});

it("draws a hundred of thousands of files at a time, and leads to the others", async () => {
  const items = Array.from({ length: 5000 }, (_, k) => item(k + 1));
  const drawn = await draw(<UploadItems items={items} messages={[]} isOwn />);
  const shown = () => [...document.querySelectorAll("ul > li")].map(({ textContent }) => textContent);
  expect(shown()).toHaveLength(100);
  expect(drawn.body.textContent).toContain("1–100 of 5,000");
  await press(one("button", "Next page"));
  expect(shown()[0]).toContain("101.edf");
  await drawn.remove();
});

// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { all, draw, one, press } from "../test-render.tsx";
import { ToastRegion } from "./ToastRegion.tsx";
import { toast, toastMs, toastQueue } from "./toasts.ts";

afterEach(() => {
  vi.useRealTimers();
  toastQueue.clear();
});

it("shows at most four at a time, each for 6 s (spec 000 section 8)", async () => {
  vi.useFakeTimers();
  const drawn = await draw(<ToastRegion label="Notifications" closeLabel="Dismiss" />);
  await act(async () => {
    for (let n = 1; n <= 5; n++) toast.success(`Done ${n}`);
  });
  expect(all("alertdialog")).toHaveLength(4);
  await act(async () => vi.advanceTimersByTime(toastMs - 1));
  expect(all("alertdialog")).toHaveLength(4);
  await act(async () => vi.advanceTimersByTime(1));
  expect(all("alertdialog").length).toBeLessThan(4);
  await drawn.remove();
});

it("stays while it is pointed at", async () => {
  vi.useFakeTimers();
  const drawn = await draw(<ToastRegion label="Notifications" closeLabel="Dismiss" />);
  await act(async () => toast.error("Not done"));
  await act(async () => toastQueue.pauseAll());
  await act(async () => vi.advanceTimersByTime(10 * toastMs));
  expect(all("alertdialog")).toHaveLength(1);
  await act(async () => toastQueue.resumeAll());
  await act(async () => vi.advanceTimersByTime(toastMs));
  expect(all("alertdialog")).toHaveLength(0);
  await drawn.remove();
});

it("offers what can be done about it, and goes with it", async () => {
  const undo = vi.fn();
  const drawn = await draw(<ToastRegion label="Notifications" closeLabel="Dismiss" />);
  await act(async () => toast.success("1 annotation was deleted", { label: "Undo", onPress: undo }));
  await press(one("button", "Undo"));
  expect(undo).toHaveBeenCalledOnce();
  expect(all("alertdialog")).toHaveLength(0);
  await drawn.remove();
});

import { afterEach, expect, it, vi } from "vitest";
import { leave, setUploadGuard } from "./upload-guard.ts";

afterEach(() => setUploadGuard(null));

const yes = () => Promise.resolve(true);
const no = () => Promise.resolve(false);

it("logs out at once when nothing is being uploaded", async () => {
  const confirm = vi.fn(yes);
  const logOut = vi.fn();
  await expect(leave(confirm, logOut)).resolves.toBe(true);
  setUploadGuard({ isUploading: () => false, cancel: vi.fn() });
  await expect(leave(confirm, logOut)).resolves.toBe(true);
  expect(confirm).not.toHaveBeenCalled();
  expect(logOut).toHaveBeenCalledTimes(2);
});

it("asks during an upload, and stays when the user continues it", async () => {
  const cancel = vi.fn();
  const logOut = vi.fn();
  setUploadGuard({ isUploading: () => true, cancel });
  await expect(leave(no, logOut)).resolves.toBe(false);
  expect(cancel).not.toHaveBeenCalled();
  expect(logOut).not.toHaveBeenCalled();
});

it("cancels the upload first, then logs out, even when cancelling fails", async () => {
  const order: string[] = [];
  setUploadGuard({ isUploading: () => true, cancel: async () => void order.push("cancel") });
  await leave(yes, () => void order.push("log out"));
  expect(order).toEqual(["cancel", "log out"]);
  setUploadGuard({ isUploading: () => true, cancel: () => Promise.reject(new Error("no network")) });
  const logOut = vi.fn();
  await expect(leave(yes, logOut)).rejects.toThrow("no network");
  expect(logOut).toHaveBeenCalled();
});

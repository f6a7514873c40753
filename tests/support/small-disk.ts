/** A disk of a few megabytes, to fill it: a tmpfs, where this account may mount one. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Mounts one at `folder`, which is made; returns what takes it away, or null when this account may not. */
export function mountSmallDisk(folder: string, megabytes: number): (() => void) | null {
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  if (status !== 0) return null;
  return () => void spawnSync("umount", ["-l", folder]);
}

/** Whether this account may mount disks. */
export function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "connect-mount-"));
  const unmount = mountSmallDisk(folder, 1);
  unmount?.();
  rmSync(folder, { recursive: true, force: true });
  return unmount !== null;
}

/** How sizes are written (spec 000 section 9). */
const units = ["B", "KB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"] as const;
const base = 1024;

/** "76.44 GB": base 1024, two decimals; bytes are whole. */
export function fileSize(bytes: number): string {
  let [size, power] = [bytes, 0];
  // What would be written as 1024.00 belongs to the next unit.
  while (power < units.length - 1 && Number(size.toFixed(power === 0 ? 0 : 2)) >= base) {
    size /= base;
    power++;
  }
  return power === 0 ? `${size} B` : `${size.toFixed(2)} ${units[power]}`;
}

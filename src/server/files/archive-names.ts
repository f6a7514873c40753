/** Names in archives: whatever was uploaded, no entry leaves the folder it is unpacked into, on any system. */

/** Not in names on Windows, or not visible. A colon would name a stream of another file there. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\:*?"<>|]/gu;
/** Devices of Windows, with any extension. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;

function safePart(part: string): string {
  const cleaned = part.replace(unsafe, "_").replace(/[. ]+$/, (end) => "_".repeat(end.length));
  if (cleaned === "") return "_";
  return device.test(cleaned) ? `_${cleaned}` : cleaned;
}

const keyOf = (name: string) => name.normalize("NFC").toLowerCase();

/** Gives each path a name of its own, also where letters of either case are the same. */
export class ArchiveNames {
  private readonly taken = new Set<string>();
  /** How often a name was wanted, so that many of one name do not each try all numbers. */
  private readonly wanted = new Map<string, number>();

  /** `path`: parts separated by "/". */
  nameOf(path: string): string {
    const safe = path.split("/").map(safePart).join("/");
    const own = keyOf(safe);
    for (let n = this.wanted.get(own) ?? 1; ; n++) {
      const name = n === 1 ? safe : safe.replace(/(\.[^./]*)?$/, ` (${n})$1`);
      const key = keyOf(name);
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      this.wanted.set(own, n + 1);
      return name;
    }
  }
}

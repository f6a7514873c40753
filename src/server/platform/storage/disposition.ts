/** The name a download gets (RFC 6266), from names that anybody may have given. */

/** Neither the end of the header nor a folder, nor what turns the reading direction to hide an extension. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|]/gu;

export function safeFileName(name: string): string {
  const cleaned = name.replace(unsafe, "_").replace(/^[\s.]+|[\s.]+$/g, "");
  return [...cleaned].slice(0, 200).join("") || "download";
}

/** `Content-Disposition` of a download: an ASCII name for old programs, the whole one for all others. */
export function attachment(name: string): string {
  const safe = safeFileName(name);
  const plain = safe.replace(/[^\x20-\x7e]/g, "_").replace(/[%]/g, "_");
  const whole = encodeURIComponent(safe).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

const types = new Set([
  "application/octet-stream",
  "text/csv; charset=utf-8",
  "text/plain; charset=utf-8",
  "application/zip",
]);

/** A type that no browser runs; bytes for anything unknown. */
export const safeType = (type: string): string => (types.has(type) ? type : "application/octet-stream");

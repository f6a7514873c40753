// Writes a brotli and a gzip copy beside every built file of text or code that gets smaller by it; the server sends those
// to whoever takes them. Plain JavaScript because it runs before anything is built.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = fileURLToPath(new URL("../../../dist/web/", import.meta.url));
/** Fonts and pictures are compressed as they are. */
const compressible = /\.(js|css|svg|wasm|json|txt)$/;
/** Smaller ones fit into one packet. */
const leastBytes = 1024;

const methods = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

const names = readdirSync(root, { recursive: true }).map(String);
await Promise.all(
  names
    .filter((name) => compressible.test(name))
    .map(async (name) => {
      const bytes = readFileSync(root + name);
      if (bytes.length < leastBytes) return;
      for (const [suffix, compress] of Object.entries(methods)) {
        const smaller = await compress(bytes);
        if (smaller.length < bytes.length) writeFileSync(`${root}${name}.${suffix}`, smaller);
      }
    }),
);

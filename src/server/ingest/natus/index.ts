export { looksLikeNatus, type NatusFolder } from "./files.ts";
export { openNatus } from "./reader.ts";

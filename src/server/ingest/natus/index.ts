export { looksLikeNatus, type NatusFolder, natusFolder } from "./files.ts";
export { openNatus } from "./reader.ts";

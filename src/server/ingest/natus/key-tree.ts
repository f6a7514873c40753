export {
  entryOf,
  findDeep,
  isTree,
  type KeyTree,
  type KeyValue,
  parseKeyTree,
} from "../../../domain/natus/key-tree.ts";

export {
  type ClockTable,
  type PacketBlock,
  readClock,
  readContents,
  readSegments,
  type Segment,
} from "../../../domain/natus/tables.ts";

export { refuseZone, SourceRefused } from "../../domain/source-refused.ts";

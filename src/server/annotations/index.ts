/** The door to annotations and their sessions. What reviews of them go by (../event-reviews) is here, too. */
export { demandHeld, demandRecording, onlyOne, recordingsOfAnnotations, recordingsOfGroups, seenBy } from "./access.ts";
export { addAnnotationRoutes } from "./annotation-routes.ts";
export { byId, peopleOf } from "./contents.ts";
export { demandSession, type ExportDeps, type ExportedSession, fileHeaders } from "./export.ts";
export { idsByTime } from "./export-rows.ts";
export { ExportTurns, takenStream } from "./export-turns.ts";
export { followedHeads } from "./followed.ts";
export { type ActiveMasks, keptMasks } from "./masks.ts";
export { plantSession } from "./planted-session.ts";
export { WriteTurns } from "./write-turns.ts";

/** The calls of src/protocol/annotations.ts. What the caller may not see does not exist. */
import { exportAnnotations } from "../../protocol/annotation-exchange.ts";
import * as logCalls from "../../protocol/annotation-log.ts";
import * as calls from "../../protocol/annotations.ts";
import type { ChangeDeps } from "../identity/change.ts";
import type { Read } from "../platform/health/readings.ts";
import { JsonStream, type RouteHost } from "../platform/http/routes.ts";
import { Lanes } from "../platform/lanes.ts";
import { recordingsOfGroups } from "./access.ts";
import { addOne, changeQueued, deleteMany, modifyOne } from "./changes.ts";
import { readColumns } from "./columns.ts";
import { peopleOf } from "./contents.ts";
import { exportSession } from "./export.ts";
import { ExportTurns, takenStream } from "./export-turns.ts";
import { dropGroups, makeGroup, nameGroup, openRecording, readGroups, restoreGroup } from "./groups.ts";
import { listAnnotations, piecesOf } from "./list.ts";
import { readChanges, readHistory } from "./log.ts";
import { readMasks } from "./masks.ts";
import { MovedTeller } from "./moved-teller.ts";
import { PartCache } from "./part-cache.ts";
import { PartReader } from "./parts.ts";
import { AnnotationRates } from "./rates.ts";
import type { AnnotationDeps } from "./write.ts";
import { WriteTurns } from "./write-turns.ts";

/** What the audit of readings is told. */
const readingOf = (recordingId: number, patientKey: number): Read => ({
  what: "recording",
  id: recordingId,
  facts: { patient_key: patientKey },
});

export function addAnnotationRoutes(host: RouteHost, { db, bus }: ChangeDeps): void {
  const reader = new PartReader(db);
  const deps: AnnotationDeps = {
    ...{ db, bus, rates: new AnnotationRates(), turns: new WriteTurns(), moved: new MovedTeller(bus) },
    parts: new PartCache({
      read: (groupId, afterId) => reader.read(groupId, afterId),
      people: (ids) => peopleOf(db, ids),
    }),
  };
  host.add(calls.getAnnotationGroups, async (body, caller, { read }) => {
    const { groups, patientKey } = await readGroups(deps, caller, body);
    // The patient's page asks it of each file: names of sessions are no look at a recording.
    read({ what: "patient", id: patientKey, facts: { patient_key: patientKey } });
    return groups;
  });
  host.add(logCalls.openAnnotations, async (body, caller, { read }) => {
    const { answer, patientKey } = await openRecording(deps, caller, body);
    read(readingOf(body.data_object_id, patientKey));
    return answer;
  });
  host.add(calls.createAnnotationGroup, (body, caller) => makeGroup(deps, caller, body));
  host.add(calls.renameAnnotationGroup, (body, caller) => nameGroup(deps, caller, body));
  host.add(calls.deleteAnnotationGroup, (body, caller) => dropGroups(deps, caller, [body.annotation_group_id]));
  host.add(calls.deleteAnnotationGroups, (body, caller) => dropGroups(deps, caller, body.annotation_group_ids));
  host.add(calls.restoreAnnotationGroup, (body, caller) => restoreGroup(deps, caller, body.annotation_group_id));
  const lists = new Lanes(1);
  const exporting = { db, turns: new ExportTurns() };
  host.add(calls.getAnnotations, async (body, { session }, { read, signal }) => {
    // A long one of a person after the other: all of an answer is held until it is sent.
    const listed = () => listAnnotations(db, session, body);
    const { answer, long, recordings } = await lists.run(session.userId, listed, signal);
    for (const { recordingId, patientKey } of recordings) read(readingOf(recordingId, patientKey));
    if (long === null) return answer;
    const turn = await exporting.turns.begin(session.userId, signal);
    const stream = takenStream(piecesOf(db, long));
    stream.once("close", turn.end);
    return new JsonStream(stream, () => recordingsOfGroups(db, session, long));
  });
  host.add(calls.addAnnotation, (body, caller) => addOne(deps, caller, body));
  host.add(calls.modifyAnnotation, (body, caller) => modifyOne(deps, caller, body));
  host.add(calls.deleteAnnotations, (body, caller) => deleteMany(deps, caller, body));
  host.add(logCalls.changeAnnotations, (body, caller) => changeQueued(deps, caller, body));
  host.add(logCalls.getAnnotationChanges, async (body, { session }, { read }) => {
    const { answer, patientKey } = await readChanges(db, session, body);
    read(readingOf(body.data_object_id, patientKey));
    return answer;
  });
  host.add(logCalls.getAnnotationHistory, async (body, { session }, { read }) => {
    const { answer, recordingId, patientKey } = await readHistory(db, session, body);
    read(readingOf(recordingId, patientKey));
    return answer;
  });
  host.add(logCalls.getAnnotationMasks, async (body, { session }, { read }) => {
    const { answer, patientKey } = await readMasks(db, session, body);
    read(readingOf(body.data_object_id, patientKey));
    return answer;
  });
  host.add(logCalls.getAnnotationColumns, async (body, { session }, { read }) => {
    const { answer, recordingId, patientKey } = await readColumns(deps, session, body);
    read(readingOf(recordingId, patientKey));
    return answer;
  });
  host.add(exportAnnotations, (body, caller, { signal }) => exportSession(exporting, caller, body, signal));
}

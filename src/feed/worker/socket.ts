/** The data query socket (spec 001 section 7). */
import { joinPieces } from "../../protocol/page-pieces.ts";
import {
  type ClientToServerEvents,
  dataQueryNamespace,
  type PageAcknowledgement,
  pageCodes,
  type RenderModalities,
  type ServerToClientEvents,
} from "../../protocol/pages.ts";
import type { RecordingTail } from "../../protocol/recordings.ts";
import { openConnection } from "../connection.ts";
import type { ConnectionState, Credentials } from "../types.ts";

/** What the worker needs of a socket; tests have their own. */
export interface PageSocket {
  readonly state: ConnectionState;
  /** What is known of a patient: requests of theirs say it (spec 001 section 7, "the patient-admitted flag"). */
  admit(patientId: string, isAdmitted: boolean): void;
  /** Only while connected. `answer` is never called after the connection was lost. */
  request(request: RenderModalities, answer: (answer: PageAcknowledgement) => void): void;
  cancel(pageId: number): void;
  /** To be told of their growth from now on; while not connected nothing is said. */
  follow(recordingIds: readonly number[]): void;
  /** Only while connected. `back` is called when the server has answered, never after the connection was lost. */
  echo(back: () => void): void;
  /** Connects anew with these, unless it is connected with the same. */
  authorise(credentials: Credentials): void;
  onState: (state: ConnectionState) => void;
  onProgress: (pageId: number, fraction: number) => void;
  onGrace: (until: number | null) => void;
  /** Anything came from the server. */
  onHeard: () => void;
  /** The server's clock, epoch milliseconds. */
  onTime: (ms: number) => void;
  /** What is known of a recording has changed. */
  onRecordingChange: (dataObjectId: number) => void;
  /** A recording that is read has grown. */
  onGrowth: (dataObjectId: number, tail: RecordingTail) => void;
  close(): void;
}

/** Connects to the server at `url` (its origin). */
export function openSocket(url: string, credentials: Credentials): PageSocket {
  const connection = openConnection<ServerToClientEvents, ClientToServerEvents>({
    url,
    namespace: dataQueryNamespace,
    credentials,
    codes: pageCodes,
    onState: (state) => handle.onState(state),
  });
  const { socket } = connection;
  const admitted = new Map<string, boolean>();
  const handle: PageSocket = {
    get state() {
      return connection.state;
    },
    admit: (patientId, isAdmitted) => void admitted.set(patientId, isAdmitted),
    request: (request, answer) => {
      const isAdmitted = admitted.get(String(request.patient_id));
      const known = isAdmitted === undefined ? {} : { patient_is_admitted: isAdmitted };
      socket.emit("render_modalities", { ...request, ...known, in_pieces: true }, (page) => answer(joinPieces(page)));
    },
    cancel: (pageId) => {
      if (socket.connected) socket.emit("cancel_page", { page_id: pageId });
    },
    follow: (data_object_ids) => {
      if (socket.connected) socket.emit("follow_recordings", { data_object_ids });
    },
    echo: (back) => {
      socket.emit("echo", back);
    },
    authorise: connection.authorise,
    onState: () => {},
    onProgress: () => {},
    onGrace: () => {},
    onHeard: () => {},
    onTime: () => {},
    onRecordingChange: () => {},
    onGrowth: () => {},
    close: connection.close,
  };
  // Every piece of a message is a packet: each new connection has an engine of its own.
  socket.io.on("open", () => socket.io.engine.on("packet", () => handle.onHeard()));
  socket.on("page_progress", (pages) => {
    for (const { page_id, fraction } of pages) handle.onProgress(page_id, fraction);
  });
  socket.on("grace", (until) => handle.onGrace(until));
  socket.on("sync_time", (ms) => handle.onTime(ms));
  socket.on("recording_changed", ({ data_object_id }) => handle.onRecordingChange(data_object_id));
  socket.on("recording_grown", ({ data_object_id, tail }) => handle.onGrowth(data_object_id, tail));
  return handle;
}

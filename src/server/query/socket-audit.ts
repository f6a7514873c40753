/** What the sockets tell the audit of reading: recordings whose pages were asked for, and who was not admitted. */
import type { IncomingMessage } from "node:http";
import { getRecording } from "../../protocol/routes.ts";
import type { Reader, ReadingWatch } from "../platform/health/readings.ts";
import type { Session } from "../platform/http/caller.ts";
import type { LookUp } from "./recording-lookup.ts";

/** What of a socket names its client. */
export interface AuditedSocket {
  readonly request: IncomingMessage;
  readonly nsp: { readonly name: string };
}

export class SocketAudit {
  constructor(
    private readonly readings: ReadingWatch,
    private readonly addressOf: (request: IncomingMessage) => string,
  ) {}

  /** The session lacks the permission for this namespace. */
  refused(session: Session, socket: AuditedSocket): void {
    this.readings.refused(this.readerOf(session, socket), 403);
  }

  /** Every recording that is looked up for the client is one that it reads, or may not. */
  watched(lookUp: LookUp, session: Session, socket: AuditedSocket): LookUp {
    const reader = this.readerOf(session, socket);
    return async (id, options) => {
      const found = await lookUp(id, options);
      if (found === null) this.readings.refused(reader, 404, { what: "recording", id });
      else this.readings.read(reader, { what: "recording", id, facts: { patient_key: found.patient_key } });
      return found;
    };
  }

  /** Sockets need what the call for a recording needs; they are no declared calls themselves. */
  private readerOf(session: Session, { request, nsp }: AuditedSocket): Reader {
    return { session, address: this.addressOf(request), route: { ...getRecording, path: nsp.name } };
  }
}

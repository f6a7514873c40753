/**
 * Small events between the nodes of one installation: an emitter when the database is embedded (one process by
 * definition), LISTEN/NOTIFY when it is PostgreSQL. Delivery is best effort: what must be true is read from the database.
 */
export type BusEvent =
  /** Tokens ended: sockets that hold one of them are dropped. */
  | { kind: "tokens-ended"; tokenIds: number[] }
  /** Permissions, projects or sites of these users may have changed. */
  | { kind: "users-changed"; workspaceId: number; userIds: number[] | "all" }
  /** There is mail to send. */
  | { kind: "mail-waiting" }
  /** There are jobs to run. */
  | { kind: "jobs-waiting" }
  /** Jobs or transfers have begun, moved or ended: whoever shows how far they are looks (work-moved.ts). */
  | { kind: "work-moved" }
  /** Something was reserved for review or released. */
  | { kind: "prefetch-changed" }
  /** What is known of the damage of these recordings has changed. */
  | { kind: "recordings-changed"; recordingIds: number[] }
  /** Readers of these recordings can be told of what was appended. */
  | { kind: "recordings-grown"; recordingIds: number[] }
  /** A document was made, changed or deleted; `ownerId`: of a Personal one, null: the workspace sees it. */
  | {
      kind: "document-changed";
      workspaceId: number;
      ownerId: number | null;
      documentId: number;
      documentKind: string;
      revision: number;
    }
  /** The log of a recording's annotations stands at this number. */
  | { kind: "annotations-moved"; recordingId: number; sequence: number }
  /** The reviews of a recording's annotations stand at this number. */
  | { kind: "reviews-moved"; recordingId: number; revision: number }
  /** The connection between the nodes was down: what was sent meanwhile did not arrive. Whoever relies on it looks again. */
  | { kind: "bus-resumed" };

export interface Bus {
  /** Reaches every node, this one included. Never throws. */
  send(event: BusEvent): void;
  /** Returns the function that ends it. */
  listen(hear: (event: BusEvent) => void): () => void;
  close(): Promise<void>;
}

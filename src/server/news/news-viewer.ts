/** One viewer of the news socket: what they follow, what they may hear at this moment, and what waits to be told to them. */
import type { FollowWork } from "../../protocol/progress.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Session } from "../platform/http/caller.ts";
import { NewsOutbox, type OutboxDeps } from "./news-outbox.ts";
import type { ChangedPatient, News } from "./patient-news.ts";
import { mayFollow, mayFollowOwn, mayHearOf, newsFor, placesOf, type Viewer } from "./viewer-scope.ts";
import type { Followed, WorkPiece } from "./work-rows.ts";
import type { Follower, WorkDiff } from "./work-watch.ts";

export interface NewsViewerDeps extends OutboxDeps {
  db: Queries;
  /** Patients that changed a moment ago: the page was read meanwhile. */
  recent(): readonly ChangedPatient[];
}

export class NewsViewer implements Follower {
  followed: Followed = { patients: new Set(), uploads: new Set() };
  /** Comes once it is known for the first time what the viewer may see. */
  readonly isKnown: Promise<void>;
  private becomeKnown: () => void = () => undefined;
  private readonly outbox: NewsOutbox;
  /** Null while it is not known what they may see: then they are told nothing but that anything may have changed. */
  private viewer: Viewer | null = null;
  private questions = 0;
  private wasForgotten = false;

  constructor(private readonly world: NewsViewerDeps) {
    this.outbox = new NewsOutbox(world);
    this.isKnown = new Promise((resolve) => {
      this.becomeKnown = resolve;
    });
  }

  follow({ patient_keys, upload_ids }: FollowWork): void {
    this.followed = { patients: new Set(patient_keys), uploads: new Set(upload_ids) };
  }

  /** What they may see has changed, or may have: from this moment on they hear of nothing until it is known again. */
  forget(): void {
    this.questions++;
    this.viewer = null;
    this.wasForgotten = true;
    this.outbox.empty();
    this.outbox.addPatients(null);
  }

  /** Their session is this one; projects and sites are asked. Never fails. */
  async know(session: Session): Promise<void> {
    const question = ++this.questions;
    const places = await placesOf(this.world.db, session).catch(() => null);
    if (question !== this.questions) return;
    if (places === null) return this.forget();
    const isFirst = this.viewer === null && !this.wasForgotten;
    const { workspaceId, userId, permissions } = session;
    this.viewer = { ...places, workspaceId, userId, permissions };
    if (isFirst) this.tellPatients(this.world.recent());
    else if (this.wasForgotten) this.outbox.addPatients(null); // what was not told meanwhile
    this.wasForgotten = false;
    this.becomeKnown();
  }

  tellPatients(news: News): void {
    this.outbox.addPatients(this.viewer === null ? null : newsFor(news, this.viewer));
  }

  tell({ moved, changed }: WorkDiff): void {
    const { viewer } = this;
    this.outbox.dropWork(changed);
    if (viewer === null) return;
    const { patients, uploads } = this.followed;
    const isFollowed = ({ patientKey }: WorkPiece) => patientKey !== null && patients.has(patientKey);
    const told = changed.filter((piece) => isFollowed(piece) && mayHearOf(piece, viewer));
    this.outbox.addPatients([...new Set(told.map(({ patientKey }) => patientKey as number))]);
    const own = changed.filter((piece) => uploads.has(piece.id) && mayFollowOwn(piece, viewer)).map(({ id }) => id);
    this.outbox.addWork(
      moved
        .filter((piece) => isFollowed(piece) && mayFollow(piece, viewer))
        .map(({ kind, id, progress, etaMs }) => ({ kind, id, progress, eta_ms: etaMs })),
      own,
    );
  }

  close(): void {
    this.questions++;
    this.outbox.close();
  }
}

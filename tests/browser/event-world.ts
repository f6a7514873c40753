/** Events to be reviewed and readers who review them, made by calls on the real server. */
import { getProjects, getSites } from "../../src/protocol/admin.ts";
import { changeAnnotations, openAnnotations } from "../../src/protocol/annotation-log.ts";
import { addAnnotationReview, type ReviewResponses } from "../../src/protocol/annotation-reviews.ts";
import {
  type AnnotationContent,
  annotationLimits,
  createAnnotationGroup,
  deleteAnnotationGroups,
} from "../../src/protocol/annotations.ts";
import type { Permission } from "../../src/protocol/permissions.ts";
import { addUser, answerAs, signIn, withDatabase } from "../support/accounts.ts";
import type { TestServer } from "./fixtures.ts";

const rights: readonly Permission[] = [
  ...(["access_data_visualize", "access_data_upload_patient_subpage", "visualize_data"] as const),
  "create_annotations",
];

const content = (over: Partial<AnnotationContent>): AnnotationContent => ({
  ...{ start_time: 0, end_time: 0, annotation_text: "Event", annotation_type: "EEG Montage" },
  ...{ annotation_description: "", modalities: [], color: "#2266CC", opacity: 0.2, tags: [], kind: "note" },
  ...over,
});

export interface Reader {
  readonly email: string;
  readonly password: string;
}

export class EventWorld {
  private number = 0;
  private readonly client = Array.from({ length: 32 }, () => Math.floor(16 * Math.random()).toString(16)).join("");
  constructor(
    private readonly server: TestServer,
    private readonly recording: number,
  ) {}

  /** One session with these events is all there is. Returns their ids, in the order given. */
  async only(events: readonly Partial<AnnotationContent>[]): Promise<number[]> {
    const { url } = this.server;
    const { token } = await signIn(url);
    const data_object_id = this.recording;
    const { groups } = await answerAs(url, token, openAnnotations, { data_object_id });
    const name = `Events ${++this.number} ${this.client.slice(0, 6)}`;
    const { id } = await answerAs(url, token, createAnnotationGroup, { data_object_id, annotation_group_name: name });
    const annotation_group_ids = groups.map((group) => group.id);
    if (groups.length > 0) await answerAs(url, token, deleteAnnotationGroups, { annotation_group_ids });
    const ids: number[] = [];
    for (let from = 0; from < events.length; from += annotationLimits.changes) {
      const changes = events.slice(from, from + annotationLimits.changes).map((event) => ({
        number: ++this.number,
        act: { act: "create" as const, group_id: id, content: content(event) },
      }));
      const { outcomes } = await answerAs(url, token, changeAnnotations, {
        ...{ data_object_id, client: this.client, changes },
      });
      for (const outcome of outcomes) if (outcome.outcome === "done") ids.push(outcome.id);
    }
    return ids;
  }

  /** Somebody who may review. */
  async reader(more: Partial<{ permissions: readonly Permission[] }> = {}): Promise<Reader> {
    const { url, dataDir } = this.server;
    const { token, workspaceId } = await signIn(url);
    const projects = await answerAs(url, token, getProjects, {});
    const sites = await answerAs(url, token, getSites, {});
    return withDatabase(dataDir, (pool) =>
      addUser(pool, {
        workspaceId,
        permissions: [...(more.permissions ?? rights)],
        projectIds: projects.data.map(({ id }) => id),
        siteIds: sites.data.map(({ id }) => id),
      }),
    );
  }

  /** What a reader answers, without the window. */
  async review(reader: Reader, annotation_id: number, responses: Partial<ReviewResponses>): Promise<void> {
    const { url } = this.server;
    const { token } = await signIn(url, reader);
    const form = Object.entries(responses).map(([id, response]) => ({ id, response }));
    await answerAs(url, token, addAnnotationReview, { annotation_review: { annotation_id, form } });
  }
}

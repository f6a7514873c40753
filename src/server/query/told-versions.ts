/** Recordings and analyses that a client describes otherwise than they are: what it was not told of, as it came before the connection asked for them. */
import type { RenderModalities } from "../../protocol/pages.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";

/** Those told of first are forgotten: they may be told of again. */
const mostTold = 1024;

export class ToldVersions {
  /** The version that was told last, by id. */
  private readonly told = new Map<number, number>();

  /** Ids of what this request names in another version than `recordings` are of. Each version is told once. */
  others(
    { modality_sources: sources }: Pick<RenderModalities, "modality_sources">,
    recordings: readonly Pick<RecordingDetail, "data_object_id" | "data_version">[],
  ): number[] {
    const now = new Map(recordings.map(({ data_object_id, data_version }) => [data_object_id, data_version]));
    const others: number[] = [];
    for (const { data_object_id: id, data_version: known } of sources) {
      const version = now.get(id);
      if (known === undefined || version === undefined || version === known || this.told.get(id) === version) continue;
      this.told.delete(id);
      this.told.set(id, version);
      if (this.told.size > mostTold) this.told.delete(this.told.keys().next().value as number);
      others.push(id);
    }
    return others;
  }
}

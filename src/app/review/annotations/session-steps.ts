/** Sessions that are deleted and brought back: acts of the server, which are steps of Undo like those of annotations. */
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import type { Mirror } from "./mirror-types.ts";
import type { StoreDeps } from "./store-deps.ts";
import type { AnnotationState } from "./types.ts";
import type { DeletedSession, UndoStep } from "./undo-stack.ts";

export interface SessionStepsDeps extends Pick<StoreDeps, "deleteGroups" | "restoreGroup"> {
  readonly state: Pick<AnnotationState, "current">;
  mirror(): Mirror;
}

export interface SessionSteps {
  /** As they are now; those that are not there are left out. */
  found(ids: readonly number[]): DeletedSession[];
  /** In words. */
  whatOf(of: readonly DeletedSession[]): string;
  /** Somebody has changed since what a step leaves. */
  isOvertaken(step: UndoStep): boolean;
  /** Does a step; what is done already is left out, so that one that failed half way can be tried again. @throws the refusal */
  carryOut(step: UndoStep): Promise<void>;
}

export function makeSessionSteps({ state, mirror, deleteGroups, restoreGroup }: SessionStepsDeps): SessionSteps {
  const known = () =>
    new Map(
      mirror()
        .views()
        .map((one) => [one.id, one]),
    );

  /** How much others had done to a session when it came back. */
  const changesWhenBack = new Map<number, number>();

  async function restore(of: readonly DeletedSession[]): Promise<void> {
    const there = known();
    const gone = of.filter(({ id }) => !there.has(id));
    try {
      for (const { id } of gone) await restoreGroup(id);
    } finally {
      await mirror().catchUp();
      // Also when the answer was lost, or only some of them came back.
      const back = known();
      for (const { id, wasLoaded, wasCurrent } of gone) {
        if (!back.has(id)) continue;
        changesWhenBack.set(id, mirror().changesByOthers(id));
        if (wasCurrent) state.current = id;
        // What was done to its annotations before can be taken back once they are here.
        if (wasLoaded) await mirror().setLoaded(id, true);
      }
    }
  }

  async function remove(of: readonly DeletedSession[]): Promise<void> {
    const there = known();
    const left = of.flatMap(({ id }) => (there.has(id) ? id : []));
    try {
      if (left.length > 0) await deleteGroups(left);
    } catch (error) {
      await mirror().catchUp();
      const still = known();
      // The answer was lost, and it was done.
      if (left.some((id) => still.has(id))) throw error;
    }
    await mirror().catchUp();
  }

  return {
    found(ids) {
      const there = known();
      return ids.flatMap((id) => {
        const view = there.get(id);
        if (view === undefined || view.isReadOnly) return [];
        const { name, count, loaded } = view;
        return { id, name, count, wasLoaded: loaded !== "none", wasCurrent: state.current === id };
      });
    },
    whatOf: (of) => annotationText.acts.deleteSessions(of.map(({ name }) => name)),
    isOvertaken({ sessions }) {
      if (sessions === null || sessions.act === "delete") return false;
      // It was brought back; to delete it again is another thing where others have worked on it since.
      return sessions.of.some(({ id }) => mirror().changesByOthers(id) !== (changesWhenBack.get(id) ?? 0));
    },
    async carryOut({ sessions }) {
      if (sessions !== null) await (sessions.act === "delete" ? remove : restore)(sessions.of);
    },
  };
}

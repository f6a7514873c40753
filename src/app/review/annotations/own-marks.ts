/** What a window that may show several recordings draws of the review's annotations: none where no signal of their recording is in it. */
import { proxy, subscribe } from "valtio";
import type { DrawnAnnotations } from "./types.ts";

export interface OwnMarks extends Disposable {
  readonly drawn: DrawnAnnotations;
  /** Whether the window shows a signal of the annotations' recording. */
  setOwn(isOwn: boolean): void;
  /** Why nothing can be marked in it; null: it can. */
  whyNot(): string | null;
}

/** `refusal`: what is said where one would mark over another recording. */
export function marksOver(annotations: DrawnAnnotations, refusal: string, tell: (sentence: string) => void): OwnMarks {
  const { state: all, pointing } = annotations;
  let isOwn = true;
  const state = proxy<DrawnAnnotations["state"]>({ revision: all.revision, isHidden: all.isHidden, draft: all.draft });
  const bring = () => {
    state.revision = all.revision;
    state.isHidden = all.isHidden || !isOwn;
    state.draft = isOwn ? all.draft : null;
  };
  const untie = subscribe(all, bring, true);
  bring();
  return {
    drawn: {
      ...annotations,
      state,
      pointing:
        pointing === null
          ? null
          : {
              ...pointing,
              mayMove: (one) => isOwn && pointing.mayMove(one),
              setDraft(draft) {
                if (isOwn || draft === null) pointing.setDraft(draft);
              },
              make(fromMs, toMs, window, modalities) {
                if (isOwn) pointing.make(fromMs, toMs, window, modalities);
                else tell(refusal);
              },
            },
    },
    setOwn(next) {
      if (next === isOwn) return;
      isOwn = next;
      bring();
    },
    whyNot: () => (isOwn ? null : refusal),
    [Symbol.dispose]: untie,
  };
}

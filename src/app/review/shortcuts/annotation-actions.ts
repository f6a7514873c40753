/**
 * What the keys ask of annotations (spec 001 sections 4 and 9). Whoever keeps annotations says how it is done; while nobody does, these
 * actions are not offered, neither by a key nor by a command.
 */
import { proxy, ref, useSnapshot } from "valtio";
import type { ShortcutTemplate } from "../../../protocol/shortcuts.ts";
import type { VisualizationMode } from "../annotations/types.ts";

/** A key of a custom annotation, and what it makes. */
export interface CustomMarker {
  /** Of the shortcut: the same one again finishes what it began. */
  readonly shortcutId: string;
  readonly template: ShortcutTemplate;
}

export interface AnnotationActions {
  /**
   * 'update custom annotation markers': starts an annotation at the time hovered last, or, pressed again, finishes it there. Says
   * itself what it cannot do.
   */
  updateMarkers(marker: CustomMarker): void;
  /** Whether one was started and not finished. */
  isInProgress(): boolean;
  /** Gives up what was started. */
  cancel(): void;
  enterMode(mode: VisualizationMode): void;
  /** Take the last act back, or do it again; null: there is none. */
  undo(): (() => void) | null;
  redo(): (() => void) | null;
}

/** To the next (1) or previous (-1) annotation that matches the list's search. */
export type MatchWalk = (direction: -1 | 1) => void;

const provided = proxy<{ actions: AnnotationActions | null }>({ actions: null });
let walk: MatchWalk | null = null;

/** Null while no list of annotations is kept. */
export const matchWalk = (): MatchWalk | null => walk;

/** From now on this is how keys and buttons go from match to match. Returns the untying. */
export function provideMatchWalk(next: MatchWalk): () => void {
  walk = next;
  return () => {
    if (walk === next) walk = null;
  };
}

/** From now on these are what keys and commands ask. Returns the untying. */
export function provideAnnotationActions(actions: AnnotationActions): () => void {
  const own = ref(actions);
  provided.actions = own;
  return () => {
    if (provided.actions === own) provided.actions = null;
  };
}

/** Null while nobody keeps annotations. */
export const annotationActions = (): AnnotationActions | null => provided.actions;

/** The same for components. */
export const useAnnotationActions = (): AnnotationActions | null =>
  useSnapshot(provided).actions as AnnotationActions | null;

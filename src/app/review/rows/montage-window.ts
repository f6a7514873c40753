/** What is the same in all windows that draw the rows of a montage: its settings, its montages, what they come to. Handed down by context. */
import { createContext, useContext } from "react";
import { useSnapshot } from "valtio";
import type { Drawn } from "../../../domain/montage/drawn-rows.ts";
import type { MontageDefinition } from "../../../domain/montage/own-montage.ts";
import type { Montage } from "../../../domain/montage/standard-montages.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import type { MontageSource, MontageStore } from "../montages/montage-store.ts";
import type { MontageLibrary } from "./drawn.ts";
import type { MontageProps } from "./montage-props.ts";
import type { RowScroll } from "./row-scroll.ts";

export interface MontageWindow {
  readonly recording: RecordingDetail;
  /** A proxy. */
  readonly props: MontageProps;
  readonly scroll: RowScroll;
  readonly library: MontageLibrary;
  /** Where the montages of people come from. */
  readonly montages: MontageSource;
  /** The store that keeps them; null: the window previews a draft. */
  readonly montageStore: MontageStore | null;
  /** The same page of the same recording in a window of its own, in what `source` holds under this id. */
  openPreview(montage: number, source: MontageSource): MontageWindow & Disposable;
  /** What the present montage and arrangement draw; null when the recording holds no EEG. */
  drawn(): Drawn | null;
}

/** What a library is told of people's montages, and of the one that a link brought. */
export const peopleOf = (montages: MontageSource, props: { readonly sentMontage: MontageDefinition | null }) => ({
  people: () => montages.state.people,
  sent: () => props.sentMontage,
});

const Context = createContext<MontageWindow | null>(null);
export const MontageWindowContext = Context.Provider;

/** The window a component belongs to. */
export function useMontageWindow(): MontageWindow {
  const found = useContext(Context);
  if (found === null) throw new Error("There is no window of a montage around this component.");
  return found;
}

/** What the window draws, again whenever its montage or its rows change, or a montage of people does. */
export function useDrawn(): Drawn | null {
  const window = useMontageWindow();
  const { montage, rows } = useSnapshot(window.props);
  void montage;
  void rows;
  useMontageList();
  return window.drawn();
}

/** The montages of the window, again whenever one of people changes. */
export function useMontageList(): readonly Montage[] {
  const { library, montages, props } = useMontageWindow();
  void useSnapshot(montages.state).people;
  void useSnapshot(props).sentMontage;
  return library.montages();
}

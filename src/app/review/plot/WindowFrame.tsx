import { Settings, X } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { MosaicWindow } from "react-mosaic-component";
import { configureText } from "../../../protocol/text/configure-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { BarTools } from "./BarTools.tsx";
import css from "./Plot.module.css";

export interface WindowFrameProps {
  title: string;
  /** Controls of the bar, after the title. */
  bar: ReactNode;
  /** Opens the Configure dialog of the window (spec 2.8). */
  onSettings?: () => void;
  onClose?: () => void;
  children: ReactNode;
}

export interface TileFrame {
  /** Where the tile stands in the mosaic's tree. */
  readonly path: number[];
  /** Stands at the beginning of the bar: how the window changes places. */
  readonly lead: ReactNode;
  /** Tells the window from the others of its display: "2. EEG Montage". "": it is the only one. */
  readonly name: string;
}

const Tile = createContext<TileFrame>({ path: [], lead: null, name: "" });
export const TileFrameContext = Tile.Provider;
export const useTileName = (): string => useContext(Tile).name;

const noPreview = () => <div aria-hidden />;

/** A window in its tile: the bar with its title, and its body. */
export function WindowFrame({ title, bar, onSettings, onClose, children }: WindowFrameProps) {
  const { path, lead } = useContext(Tile);
  return (
    <MosaicWindow<string>
      path={path}
      title={title}
      draggable={false}
      renderPreview={noPreview}
      renderToolbar={() => (
        <div className={css.bar}>
          <BarTools>
            {lead}
            <h2 className={css.title} data-part="window-title">
              {title}
            </h2>
            {bar}
          </BarTools>
          {onSettings === undefined ? null : (
            <IconButton icon={Settings} label={configureText.edit} onPress={onSettings} />
          )}
          {onClose === undefined ? null : <IconButton icon={X} label={text.window.close(title)} onPress={onClose} />}
        </div>
      )}
    >
      {children}
    </MosaicWindow>
  );
}

import { ChevronLeft, ChevronRight, Ellipsis } from "lucide-react";
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type WheelEvent,
} from "react";
import { createPortal } from "react-dom";
import { text } from "../../../protocol/text/text.ts";
import { PopoverButton } from "../../../ui/buttons/PopoverButton.tsx";
import { useScrollCue } from "../../../ui/table/use-scroll-cue.ts";
import { type BarToolFacts, barRanks, fitBar, hasBehind, pinnedRank } from "./bar-overflow.ts";
import css from "./Plot.module.css";

const sides = [
  { side: "before", direction: -1, Icon: ChevronLeft },
  { side: "after", direction: 1, Icon: ChevronRight },
] as const;
/** Of what is in view, so much is passed by with a press: the last one seen is seen again. */
const shareOfStep = 0.7;

interface Tool extends BarToolFacts {
  /** Where it stands in the bar; it is empty while the tool stands behind 'More'. */
  readonly element: HTMLElement;
}

interface BarPlaces {
  /** A tool came, with its place in the bar; returns the function that takes it away. */
  add(tool: Omit<Tool, "widthPx">): () => void;
  readonly collapsed: ReadonlySet<string>;
  /** The open panel of 'More'; null while it is closed. */
  readonly panel: HTMLElement | null;
}

const Places = createContext<BarPlaces | null>(null);

export interface BarToolProps {
  /** Beside it behind 'More'. */
  name: string;
  /** The higher, the sooner it goes behind 'More'. */
  rank: number;
  /** It says what must be seen: it stays in the bar, or comes back to it. */
  isPinned?: boolean;
  children: ReactNode;
}

/** A control of a window's bar that stands behind 'More' where the window is too narrow for it. */
export function BarTool({ name, rank: usual, isPinned = false, children }: BarToolProps) {
  const id = useId();
  const places = useContext(Places);
  const place = useRef<HTMLSpanElement>(null);
  const add = places?.add;
  const rank = isPinned ? pinnedRank : usual;
  useLayoutEffect(() => {
    const element = place.current;
    return element === null ? undefined : add?.({ id, rank, element });
  }, [add, id, rank]);
  const isCollapsed = places?.collapsed.has(id) ?? false;
  return (
    <>
      <span ref={place} className={css.tool}>
        {isCollapsed ? null : children}
      </span>
      {isCollapsed && places !== null && places.panel !== null
        ? createPortal(
            <div className={css.collapsed}>
              <span aria-hidden>{name}</span>
              {children}
            </div>,
            places.panel,
          )
        : null}
    </>
  );
}

/** Words of a control of the bar: left out where they have no room, as a whole, since half of a filter would be another one. */
export function BarWords({ children }: { children: ReactNode }) {
  const id = useId();
  const places = useContext(Places);
  const place = useRef<HTMLSpanElement>(null);
  const add = places?.add;
  useLayoutEffect(() => {
    const element = place.current;
    return element === null ? undefined : add?.({ id, rank: barRanks.words, isWords: true, element });
  }, [add, id]);
  return (
    <span ref={place} className={css.tool}>
      {places?.collapsed.has(id) === true ? null : children}
    </span>
  );
}

/**
 * Controls of a bar. Of those that do not fit, tools (`BarTool`) go behind 'More' by their rank; what still does not is scrolled to: with the wheel, a press on
 * the side where there is more, or the focus.
 */
export function BarTools({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  useScrollCue(frame, area);
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const { collapsed, isBehind, add } = useFitting(area, panel !== null);
  const places = useMemo(() => ({ add, collapsed, panel }), [add, collapsed, panel]);
  const onWheel = ({ deltaX, deltaY }: WheelEvent) => {
    if (Math.abs(deltaY) > Math.abs(deltaX)) area.current?.scrollBy({ left: deltaY });
  };
  const step = (direction: number) =>
    area.current?.scrollBy({ left: direction * shareOfStep * area.current.clientWidth, behavior: "smooth" });
  return (
    <Places value={places}>
      <div ref={frame} className={css.toolsFrame}>
        <div ref={area} className={css.tools} onWheel={onWheel}>
          {children}
        </div>
        {sides.map(({ side, direction, Icon }) => (
          // The keyboard needs none of them: what has the focus is in view.
          <button
            key={side}
            type="button"
            className={css.more}
            data-side={side}
            tabIndex={-1}
            aria-hidden
            onClick={() => step(direction)}
          >
            <Icon size={14} aria-hidden />
          </button>
        ))}
      </div>
      {!isBehind ? null : (
        <PopoverButton
          label={text.window.more}
          hint={text.window.more}
          tone="quiet"
          placement="bottom end"
          content={() => <div ref={setPanel} className={css.panel} />}
        >
          <Ellipsis size={16} aria-hidden />
        </PopoverButton>
      )}
    </Places>
  );
}

/**
 * Which tools stand behind 'More', again whenever the bar or one of its controls has another width. While 'More' or a menu of the bar is open nothing moves: what
 * is used there would be closed.
 */
function useFitting(area: RefObject<HTMLDivElement | null>, isMoreOpen: boolean) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const tools = useRef(new Map<string, Tool>());
  const now = useRef(collapsed);
  now.current = collapsed;
  const add = useMemo(
    () => (tool: Omit<Tool, "widthPx">) => {
      tools.current.set(tool.id, { ...tool, widthPx: 0 });
      return () => void tools.current.delete(tool.id);
    },
    [],
  );
  useEffect(() => {
    const bar = area.current;
    if (bar === null) return;
    const look = () => {
      if (isMoreOpen || bar.querySelector("[aria-expanded=true]") !== null) return;
      for (const [id, tool] of tools.current)
        if (!now.current.has(id)) tools.current.set(id, { ...tool, widthPx: tool.element.offsetWidth });
      const space = bar.querySelector<HTMLElement>(`:scope > .${css.space}`);
      const room = { overflowPx: bar.scrollWidth - bar.clientWidth, freePx: (space?.offsetWidth ?? 0) + givenPx(bar) };
      setCollapsed((before) => fitBar([...tools.current.values()], before, room));
    };
    const sizes = new ResizeObserver(look);
    const watch = () => {
      sizes.disconnect();
      for (const each of [bar, ...bar.children]) sizes.observe(each);
    };
    const contents = new MutationObserver(watch);
    contents.observe(bar, { childList: true });
    const menus = new MutationObserver(look);
    menus.observe(bar, { attributeFilter: ["aria-expanded"], subtree: true });
    watch();
    return () => {
      sizes.disconnect();
      contents.disconnect();
      menus.disconnect();
    };
  }, [area, isMoreOpen]);
  return { collapsed, isBehind: hasBehind(tools.current.values(), collapsed), add };
}

/** By how much names in the bar are wider than they need to be. */
function givenPx(bar: HTMLElement): number {
  let given = 0;
  for (const each of bar.querySelectorAll<HTMLElement>(":scope > [data-gives]"))
    given += Math.max(0, each.offsetWidth - Number.parseFloat(getComputedStyle(each).minWidth));
  return given;
}

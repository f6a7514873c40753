import { useState } from "react";
import { chooseSetting, useSettings } from "../documents/index.ts";

/** Below this width the sidebar begins collapsed, CSS px (look.md, Behaviour). */
const narrowPx = 900;
/** On a narrow page the choice is the page's: it says nothing about wide ones. */
let isNarrowOpen = false;

/** Whether the sidebar is collapsed, and the function that changes it. The choice is one of the person's settings. */
export function useSidebar(): [isCollapsed: boolean, toggle: () => void] {
  const { sidebar } = useSettings();
  const [isNarrow] = useState(() => innerWidth < narrowPx);
  const [isOpenHere, setOpenHere] = useState(isNarrowOpen);
  const isCollapsed = isNarrow ? !isOpenHere : sidebar === "collapsed";
  const toggle = () => {
    if (!isNarrow) return chooseSetting("sidebar", isCollapsed ? "open" : "collapsed");
    isNarrowOpen = isCollapsed;
    setOpenHere(isCollapsed);
  };
  return [isCollapsed, toggle];
}

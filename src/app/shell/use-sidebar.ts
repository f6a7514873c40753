import { useState } from "react";

const storageKey = "connect.sidebar";
/** Below this width the sidebar begins collapsed, CSS px (look.md, Behaviour). */
const narrowPx = 900;

function initial(): boolean {
  if (innerWidth < narrowPx) return true;
  try {
    return localStorage.getItem(storageKey) === "collapsed";
  } catch {
    return false; // storage may be blocked: the choice then lasts as long as the page
  }
}

let isCollapsedNow: boolean | undefined;

/** Whether the sidebar is collapsed, and the function that changes it. The choice is kept in this browser. */
export function useSidebar(): [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setCollapsed] = useState(() => {
    isCollapsedNow ??= initial();
    return isCollapsedNow;
  });
  const toggle = () => {
    isCollapsedNow = !isCollapsed;
    setCollapsed(isCollapsedNow);
    try {
      localStorage.setItem(storageKey, isCollapsedNow ? "collapsed" : "open");
    } catch {
      // See above.
    }
  };
  return [isCollapsed, toggle];
}

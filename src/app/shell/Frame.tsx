import { Outlet, useLocation } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useSession } from "../session/index.ts";
import css from "./Frame.module.css";
import { useFrameParts } from "./frame-parts.ts";
import { Sidebar } from "./Sidebar.tsx";
import { contentId, SkipLink } from "./SkipLink.tsx";
import { TabStrip } from "./TabStrip.tsx";
import { TopBar } from "./TopBar.tsx";
import { useSidebar } from "./use-sidebar.ts";

/** Sidebar, top bar and the page beside them; the page alone when nobody is signed in. */
export function Frame({ children }: { children: ReactNode }) {
  const { isSignedIn } = useSession();
  const { AccountSettings, Uploads } = useFrameParts();
  const { pathname } = useLocation();
  const [isCollapsed, toggleSidebar] = useSidebar();
  // Open for one address: modals close on route change.
  const [settingsAt, setSettingsAt] = useState<string | null>(null);
  if (!isSignedIn) return <main className={css.alone}>{children}</main>;
  return (
    <div className={css.frame} data-collapsed={isCollapsed || undefined}>
      <SkipLink />
      <Sidebar isCollapsed={isCollapsed} onToggle={toggleSidebar} />
      <div className={css.head}>
        <TopBar onSettings={() => setSettingsAt(pathname)} />
        <TabStrip />
      </div>
      <main id={contentId} tabIndex={-1} data-page className={css.main}>
        {children}
      </main>
      <AccountSettings key={pathname} isOpen={settingsAt === pathname} onClose={() => setSettingsAt(null)} />
      <Uploads />
    </div>
  );
}

/** The frame as the layout of routes. */
export const FrameLayout = () => (
  <Frame>
    <Outlet />
  </Frame>
);

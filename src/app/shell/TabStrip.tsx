import { Link, useLocation } from "@tanstack/react-router";
import { accountText } from "../../protocol/text/account-text.ts";
import { holds } from "../session/index.ts";
import css from "./Frame.module.css";
import { isUnder, tabsOf } from "./nav.ts";

/** Users and Roles & Permissions, or Projects and Buckets: links to the pages of one area. */
export function TabStrip() {
  const { pathname } = useLocation();
  const tabs = tabsOf(pathname, holds);
  if (tabs.length === 0) return null;
  return (
    <nav className={css.tabs} aria-label={accountText.shell.tabs}>
      {tabs.map(({ name, to, covers }) => (
        <Link key={to} to={to} className={css.tab} aria-current={isUnder(pathname, covers) ? "page" : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

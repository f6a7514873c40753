import { Link, useLocation } from "@tanstack/react-router";
import { PanelLeftClose, PanelLeftOpen, ShieldAlert } from "lucide-react";
import { accountText } from "../../protocol/text/account-text.ts";
import { text } from "../../protocol/text/text.ts";
import { IconButton } from "../../ui/buttons/IconButton.tsx";
import { holds, useSession } from "../session/index.ts";
import { Brand } from "./Brand.tsx";
import { allowedTargets, isUnder, type NavItem, visibleGroups } from "./nav.ts";
import css from "./Sidebar.module.css";

const { shell } = accountText;

export interface SidebarProps {
  isCollapsed: boolean;
  onToggle: () => void;
}

/** The pages this user may open, the product's name and version; 250 px wide or 40 (spec 000 section 2, Shell). */
export function Sidebar({ isCollapsed, onToggle }: SidebarProps) {
  const { settings } = useSession();
  const toggle = isCollapsed ? shell.expand : shell.collapse;
  return (
    <nav className={css.side} data-collapsed={isCollapsed || undefined} aria-label={shell.navigation}>
      <div className={css.brand}>
        {isCollapsed ? null : <Brand />}
        <IconButton
          icon={isCollapsed ? PanelLeftOpen : PanelLeftClose}
          label={toggle}
          tone="nav"
          size="medium"
          aria-expanded={!isCollapsed}
          onPress={onToggle}
        />
      </div>
      {visibleGroups(holds).map(({ name, items }) => (
        <section key={name} aria-label={name}>
          <p className={css.group} aria-hidden>
            {isCollapsed ? null : name}
          </p>
          {items.map((item) => (
            <Item key={item.name} item={item} isCollapsed={isCollapsed} />
          ))}
        </section>
      ))}
      <div className={css.foot}>
        {isCollapsed ? (
          <span role="img" aria-label={text.product.investigational} title={text.product.investigational}>
            <ShieldAlert size={16} aria-hidden />
          </span>
        ) : (
          <>
            <span>{text.product.investigational}</span>
            {settings === null ? null : (
              <Link to="/release_changelogs" title={shell.versionHint(settings.version)} className={css.version}>
                {shell.version(settings.version)}
              </Link>
            )}
          </>
        )}
      </div>
    </nav>
  );
}

function Item({ item, isCollapsed }: { item: NavItem; isCollapsed: boolean }) {
  const { pathname } = useLocation();
  const { name, icon: Icon, covers } = item;
  const label = isCollapsed ? { "aria-label": name, title: name } : {};
  return (
    <Link
      to={allowedTargets(item, holds)[0].to}
      className={css.item}
      aria-current={isUnder(pathname, covers) ? "page" : undefined}
      {...label}
    >
      <Icon size={16} aria-hidden />
      {isCollapsed ? null : name}
    </Link>
  );
}

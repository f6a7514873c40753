import { useNavigate } from "@tanstack/react-router";
import { History, KeyRound, type LucideIcon, ScrollText } from "lucide-react";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { ActionMenu } from "../../../ui/buttons/ActionMenu.tsx";
import type { RowAction } from "../../../ui/table/index.ts";
import type { ActivityKind } from "./columns.ts";

const { activity: words } = adminLabels;

export interface ActivityMenuProps {
  label: string;
  icon: LucideIcon;
  onView: (kind: ActivityKind) => void;
  /** Adds the way to the page with everything. */
  hasPage?: boolean;
  /** What else belongs under this button, first. */
  more?: readonly RowAction[];
}

/** The 'view more' menu. */
export function ActivityMenu({ label, icon, onView, hasPage = false, more = [] }: ActivityMenuProps) {
  const navigate = useNavigate();
  return (
    <ActionMenu
      label={label}
      icon={icon}
      actions={[
        ...more,
        { id: "logins", name: words.viewLogins, icon: KeyRound, onAction: () => onView("logins") },
        { id: "actions", name: words.viewActions, icon: ScrollText, onAction: () => onView("actions") },
        ...(hasPage
          ? [
              {
                id: "all",
                name: words.all,
                icon: History,
                onAction: () => void navigate({ to: "/admin/user_management/users/activity" }),
              },
            ]
          : []),
      ]}
    />
  );
}

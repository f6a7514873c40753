import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import css from "./Face.module.css";

export interface FaceProps {
  icon: LucideIcon;
  title: string;
  /** What to do next. */
  children?: ReactNode;
  /** "alert" for failures, "status" for waiting, nothing for an empty list. */
  role?: "alert" | "status";
  /** The title is the heading of the page: there is nothing else on it. */
  isPage?: boolean;
}

/** The empty, loading or failed face of a list, a page or a window. */
export function Face({ icon: Icon, title, children, role, isPage = false }: FaceProps) {
  return (
    <div className={css.face} role={role}>
      <Icon size={24} aria-hidden />
      {isPage ? <h1 className={css.title}>{title}</h1> : <p className={css.title}>{title}</p>}
      {children}
    </div>
  );
}

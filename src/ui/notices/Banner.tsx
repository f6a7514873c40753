import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";
import css from "./Banner.module.css";

/** One line across a page that needs attention. */
export function Banner({ tone, children }: { tone: "info" | "warning" | "danger"; children: ReactNode }) {
  const Icon = tone === "info" ? Info : CircleAlert;
  return (
    <div className={css.banner} data-tone={tone} role={tone === "danger" ? "alert" : "status"}>
      <Icon size={16} aria-hidden />
      {children}
    </div>
  );
}

import { Link } from "@tanstack/react-router";
import { FileHeart } from "lucide-react";
import type { ReactNode } from "react";
import { text } from "../../protocol/text.ts";
import { ThemeToggle } from "../../ui/ThemeToggle.tsx";
import { Brand } from "./Brand.tsx";
import css from "./Frame.module.css";

/** Sidebar, top bar and the page beside them. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={css.frame}>
      <header className={css.top}>
        <ThemeToggle {...text.theme} />
      </header>
      <nav className={css.side} aria-label={text.product.name}>
        <div className={css.brand}>
          <Brand />
        </div>
        <p className={css.section} aria-hidden>
          {text.recordings.section}
        </p>
        <Link to="/" className={css.item} activeProps={{ "aria-current": "page" }}>
          <FileHeart size={16} aria-hidden />
          {text.recordings.title}
        </Link>
        <p className={css.foot}>{text.product.investigational}</p>
      </nav>
      <main className={css.main}>{children}</main>
    </div>
  );
}

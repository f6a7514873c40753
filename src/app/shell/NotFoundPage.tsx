import { Link } from "@tanstack/react-router";
import { FileQuestion, type LucideIcon } from "lucide-react";
import { text } from "../../protocol/text/text.ts";
import { Face } from "../../ui/notices/Face.tsx";
import { Frame } from "./Frame.tsx";
import { useTitle } from "./use-title.ts";

export interface NotFoundPageProps {
  title: string;
  /** Unless it is simply not there. */
  icon?: LucideIcon;
  hint?: string;
  /** Text of the link to the main page. */
  link?: string;
}

/** Shown for addresses and recordings that do not exist, or not for this user. */
export function NotFoundPage({ title, icon = FileQuestion, hint, link = text.notFound.toList }: NotFoundPageProps) {
  useTitle(null);
  return (
    <Frame>
      <Face icon={icon} title={title} isPage>
        {hint === undefined ? null : <p>{hint}</p>}
        <Link to="/">{link}</Link>
      </Face>
    </Frame>
  );
}

import { Link } from "@tanstack/react-router";
import { FileQuestion } from "lucide-react";
import { text } from "../../protocol/text.ts";
import { Face } from "../../ui/Face.tsx";
import { Frame } from "./Frame.tsx";
import { useTitle } from "./use-title.ts";

/** Shown for addresses and recordings that do not exist. */
export function NotFoundPage({ title, hint }: { title: string; hint?: string }) {
  useTitle(null);
  return (
    <Frame>
      <Face icon={FileQuestion} title={title}>
        {hint === undefined ? null : <p>{hint}</p>}
        <Link to="/">{text.notFound.toList}</Link>
      </Face>
    </Frame>
  );
}

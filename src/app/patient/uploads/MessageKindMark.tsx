import { Ban, CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { MessageKind } from "../../../protocol/uploads.ts";
import css from "./Uploads.module.css";

const icons: Readonly<Record<MessageKind, LucideIcon>> = {
  info: Info,
  success: CircleCheck,
  error: CircleAlert,
  warning: TriangleAlert,
  canceled: Ban,
};

/** What kind of message it is: a shape, a word, and only then a colour. */
export function MessageKindMark({ kind }: { kind: MessageKind }) {
  const Icon = icons[kind];
  return (
    <span className={css.kind} data-kind={kind}>
      <Icon size={15} aria-hidden />
      {uploadsTabText.kinds[kind]}
    </span>
  );
}

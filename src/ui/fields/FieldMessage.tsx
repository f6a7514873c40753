import { CircleAlert } from "lucide-react";
import { FieldError, Text } from "react-aria-components";
import css from "./Field.module.css";

/** What stands under a field: its error, else its hint. */
export function FieldMessage({ error, hint }: { error?: string | undefined; hint?: string | undefined }) {
  if (error !== undefined)
    return (
      <FieldError className={css.error}>
        <CircleAlert size={14} aria-hidden />
        {error}
      </FieldError>
    );
  return hint === undefined ? null : (
    <Text slot="description" className={css.hint}>
      {hint}
    </Text>
  );
}

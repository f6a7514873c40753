import { CircleAlert } from "lucide-react";
import css from "./SignInFrame.module.css";

export interface FormMessageProps {
  message: string | undefined;
  /** Says what is asked for rather than what is wrong: nothing was typed yet. */
  isHint?: boolean;
}

/** The first failing rule of a form; announced when it changes. */
export function FormMessage({ message, isHint = false }: FormMessageProps) {
  return (
    <p className={css.message} data-tone={isHint ? "hint" : "error"} role="status">
      {message === undefined ? null : (
        <>
          {isHint ? null : <CircleAlert size={14} aria-hidden />}
          {message}
        </>
      )}
    </p>
  );
}

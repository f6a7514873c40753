import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import css from "./Button.module.css";

export interface ButtonProps extends AriaButtonProps {
  /** One primary per view; "danger" only inside a confirmation; "quiet" has no border; "nav" stands on the dark header. */
  tone?: "plain" | "primary" | "danger" | "quiet" | "nav";
  /** "small" is the 26 px height of window bars, "large" the 40 px of the sign-in page. */
  size?: "medium" | "small" | "large";
}

/** A push button in the product's look. */
export function Button({ tone = "plain", size = "medium", ...props }: ButtonProps) {
  return <AriaButton {...props} className={css.button} data-tone={tone} data-size={size} />;
}

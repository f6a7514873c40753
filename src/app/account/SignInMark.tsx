import { Activity } from "lucide-react";
import css from "./SignInFrame.module.css";

/** The product's mark. */
export const SignInMark = () => (
  <span className={css.mark}>
    <Activity size={15} aria-hidden />
  </span>
);

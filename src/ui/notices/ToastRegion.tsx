import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import {
  UNSTABLE_ToastRegion as Region,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
} from "react-aria-components";
import { Button } from "../buttons/Button.tsx";
import { IconButton } from "../buttons/IconButton.tsx";
import css from "./ToastRegion.module.css";
import { type ToastContent as ToastWords, toastQueue } from "./toasts.ts";

export interface ToastRegionProps {
  /** Name of the landmark. */
  label: string;
  closeLabel: string;
}

/** Where the toasts appear: bottom right. Mounted once, beside the pages. */
export function ToastRegion({ label, closeLabel }: ToastRegionProps) {
  return (
    <Region queue={toastQueue} aria-label={label} className={css.region}>
      {({ toast }) => (
        <Toast toast={toast} className={css.toast} data-tone={toast.content.tone}>
          <Sign tone={toast.content.tone} />
          <ToastContent className={css.content}>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.action === undefined ? null : (
            <Button
              size="small"
              onPress={() => {
                toastQueue.close(toast.key);
                toast.content.action?.onPress();
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton slot="close" icon={X} label={closeLabel} />
        </Toast>
      )}
    </Region>
  );
}

const signs = { success: CircleCheck, danger: CircleAlert, info: Info };

function Sign({ tone }: Pick<ToastWords, "tone">) {
  const Icon = signs[tone];
  return <Icon size={16} aria-hidden />;
}

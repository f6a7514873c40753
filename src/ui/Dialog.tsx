import { X } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import css from "./Dialog.module.css";
import { IconButton } from "./IconButton.tsx";

export interface DialogProps {
  title: string;
  closeLabel: string;
  isOpen: boolean;
  onClose: () => void;
  /** CSS px; 640 unless told. */
  width?: number;
  children: ReactNode;
  /** Buttons at the foot, primary last; no foot without them. */
  actions?: ReactNode;
}

/** A modal dialog: head with title and close, scrolling body, foot with actions. */
export function Dialog({ title, closeLabel, isOpen, onClose, width = 640, children, actions }: DialogProps) {
  return (
    <ModalOverlay
      className={css.overlay}
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={css.modal} style={{ "--dialog-width": `${width}px` } as CSSProperties}>
        <AriaDialog className={css.dialog}>
          <div className={css.head}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton icon={X} label={closeLabel} size="medium" onPress={onClose} />
          </div>
          <div className={css.body}>{children}</div>
          {actions === undefined ? null : <div className={css.foot}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

import { ChevronLeft, X } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { IconButton } from "../buttons/IconButton.tsx";
import css from "./Dialog.module.css";
import { LostFocusEscape } from "./LostFocusEscape.tsx";
import { ReturnFocus } from "./ReturnFocus.tsx";

export interface DialogProps {
  title: string;
  closeLabel: string;
  isOpen: boolean;
  onClose: () => void;
  /** CSS px, or a CSS length; 640 unless told. */
  width?: number | string;
  /** CSS px; as high as the page unless told. */
  maxHeight?: number;
  /** A CSS length; as high as what it holds unless told. */
  height?: string;
  children: ReactNode;
  /** Buttons at the foot, primary last; no foot without them. */
  actions?: ReactNode;
  /** Stands left in the foot: unsaved state, a count. */
  footNote?: ReactNode;
  /** Neither Esc nor a press outside closes it; only its own buttons do. */
  isSticky?: boolean;
  /** A press outside does not close it, Esc does: for forms, where a slip would lose what was entered. */
  ignoresOutside?: boolean;
  /** Way back to the dialog this one came from, left of the title. */
  back?: { label: string; onPress: () => void };
  /** "alertdialog" for what must be answered. */
  role?: "dialog" | "alertdialog";
  /** Without the close button in the head. */
  hasNoClose?: boolean;
  /** Stands between head and body and does not scroll with it. */
  bar?: ReactNode;
  /** What it holds reaches to its edges. */
  isFlush?: boolean;
}

/** A modal dialog: head with title and close, scrolling body, foot with actions. */
export function Dialog({ title, closeLabel, isOpen, onClose, width = 640, children, ...more }: DialogProps) {
  const {
    actions,
    footNote,
    isSticky = false,
    ignoresOutside = false,
    back,
    role = "dialog",
    hasNoClose = false,
    bar,
    maxHeight,
    height,
    isFlush = false,
  } = more;
  return (
    <ModalOverlay
      className={css.overlay}
      isDismissable={!isSticky && !ignoresOutside}
      isKeyboardDismissDisabled={isSticky}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal
        className={css.modal}
        style={
          {
            "--dialog-width": typeof width === "number" ? `${width}px` : width,
            ...(maxHeight === undefined ? {} : { "--dialog-height": `${maxHeight}px` }),
            height,
          } as CSSProperties
        }
      >
        <AriaDialog className={css.dialog} role={role}>
          <ReturnFocus />
          <LostFocusEscape onEscape={() => (isSticky ? undefined : onClose())} />
          <div className={css.head}>
            {back === undefined ? null : (
              <IconButton icon={ChevronLeft} label={back.label} size="medium" onPress={back.onPress} />
            )}
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {hasNoClose ? null : <IconButton icon={X} label={closeLabel} size="medium" onPress={onClose} />}
          </div>
          {bar}
          <div className={css.body} data-flush={isFlush || undefined}>
            {children}
          </div>
          {actions === undefined ? null : (
            <div className={css.foot}>
              {footNote === undefined ? null : <span className={css.footNote}>{footNote}</span>}
              {actions}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

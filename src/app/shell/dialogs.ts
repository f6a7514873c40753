/** Questions and messages that stand above everything and outlive a change of page. */
import { proxy, ref } from "valtio";
import { text } from "../../protocol/text/text.ts";

export interface Shown {
  readonly title: string;
  readonly text: string;
  /** Buttons of a question; a message has none but Close. */
  readonly answers: { readonly yes: string; readonly no: string } | null;
  /** A function in a box, so that it stays outside the proxy. */
  readonly done: { readonly with: (isYes: boolean) => void };
}

/** The first one is on the screen. `DialogHost` reads it. */
export const shownDialogs = proxy<{ list: readonly Shown[] }>({ list: [] });

const show = (dialog: Omit<Shown, "done">) =>
  new Promise<boolean>((resolve) => {
    shownDialogs.list = [...shownDialogs.list, ref({ ...dialog, done: { with: resolve } })];
  });

/** Shows a message; resolves when it was closed. */
export const alertUser = (message: string, title: string = text.product.name): Promise<void> =>
  show({ title, text: message, answers: null }).then(() => undefined);

export interface Question {
  title: string;
  text: string;
  yes: string;
  no: string;
}

/** Asks; resolves with whether the answer was yes. Esc and a press outside mean no. */
export const confirmUser = ({ title, text: question, yes, no }: Question): Promise<boolean> =>
  show({ title, text: question, answers: { yes, no } });

/** Whether a form may close: asks when something was entered that would be lost. */
export const mayDiscard = async (isChanged: boolean): Promise<boolean> =>
  !isChanged || (await confirmUser(text.discard));

/** The end of a form by Esc, the cross or a press outside: at once while nothing was entered, else when it was asked. Its own Cancel says what it does. */
export function endForm(isChanged: boolean, close: () => void): void {
  if (!isChanged) close();
  else
    void mayDiscard(true).then((may) => {
      if (may) close();
    });
}

/** Closes the first one with an answer. */
export function answerDialog(isYes: boolean): void {
  const [first, ...rest] = shownDialogs.list;
  shownDialogs.list = rest;
  first?.done.with(isYes);
}

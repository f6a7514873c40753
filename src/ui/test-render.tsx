/** Draws components in a document without layout, for unit tests, and acts on them as a user would. */
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

export interface Drawn {
  readonly body: HTMLElement;
  /** Where it is drawn, beside what others leave in the document. */
  readonly place: HTMLElement;
  /** Draws it anew with other properties. */
  redraw(node: ReactNode): Promise<void>;
  remove(): Promise<void>;
}

/** Draws and waits until effects and what they started have come to rest. */
export async function draw(node: ReactNode): Promise<Drawn> {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  await act(async () => root.render(node));
  return {
    body: document.body,
    place,
    redraw: (next) => act(async () => root.render(next)),
    async remove() {
      await act(async () => root.unmount());
      place.remove();
    },
  };
}

/** Elements of a role whose accessible name (aria-label or text) is this. */
export function all(role: string, name?: string | RegExp): HTMLElement[] {
  const implied: Record<string, string> = { button: "button", textbox: "input, textarea", columnheader: "th" };
  const found = [
    ...document.querySelectorAll<HTMLElement>(`[role=${role}]${role in implied ? `, ${implied[role]}` : ""}`),
  ];
  return found.filter((element) => {
    const label = element.getAttribute("aria-label") ?? element.textContent ?? "";
    return name === undefined || (typeof name === "string" ? label.trim() === name : name.test(label));
  });
}

export function one(role: string, name?: string | RegExp): HTMLElement {
  const found = all(role, name);
  if (found.length !== 1) throw new Error(`${found.length} elements with role ${role} and name ${name}`);
  return found[0];
}

/** A press of the mouse's main button. */
export const press = (element: Element): Promise<void> =>
  act(async () => {
    (element as HTMLElement).click();
  });

/** Sets the text of an input as typing does. */
export const type = (element: Element, text: string): Promise<void> =>
  act(async () => {
    const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype.prototype, "value")?.set?.call(element, text);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });

export const key = (element: Element, name: string): Promise<void> =>
  act(async () => {
    element.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
    element.dispatchEvent(new KeyboardEvent("keyup", { key: name, bubbles: true, cancelable: true }));
  });

/** Waits until everything that is under way has come to rest. */
export const settle = (): Promise<void> =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
  });

/** Waits until something is on the page. */
export async function until(isThere: () => boolean): Promise<void> {
  for (let turn = 0; !isThere(); turn++) {
    if (turn > 200) throw new Error(`It never came. The page says: ${document.body.textContent}`);
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
    });
  }
}

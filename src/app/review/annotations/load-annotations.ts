/** How a window opens 'Load Annotations' (spec 2.20). */
import { createContext, useContext } from "react";

const Context = createContext<() => void>(() => {});
export const LoadAnnotationsContext = Context.Provider;

/** Opens the dialog. */
export const useOpenLoad = (): (() => void) => useContext(Context);

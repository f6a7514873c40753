/** What the frame shows of rooms that stand above the shell: handed down from where the application is put together. */
import { type ComponentType, createContext, useContext } from "react";

export interface FrameParts {
  readonly AccountSettings: ComponentType<{ isOpen: boolean; onClose: () => void }>;
  readonly Uploads: ComponentType;
}

const Context = createContext<FrameParts | null>(null);
export const FramePartsContext = Context.Provider;

export function useFrameParts(): FrameParts {
  const parts = useContext(Context);
  if (parts === null) throw new Error("Nobody gave the frame its parts.");
  return parts;
}

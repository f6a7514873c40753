/** Which of the two is open: the list of shortcuts, or the palette. */
import { proxy } from "valtio";

export const shortcutUi = proxy({ isDialogOpen: false, isPaletteOpen: false });

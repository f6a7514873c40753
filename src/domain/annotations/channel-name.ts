/** What an annotation calls a channel. */
import { electrodeKey, scalpElectrodes } from "../montage/electrodes.ts";
import { bareLabel } from "../montage/montage.ts";

/** An electrode by its own name, whatever the file calls it: the same annotation is then of the same electrodes in every file. */
export const channelName = (label: string): string =>
  scalpElectrodes.find((electrode) => electrode.toUpperCase() === electrodeKey(label)) ?? bareLabel(label);

/** Equal for labels of the same channel. */
export const channelKey = (label: string): string => channelName(label).toUpperCase();

/** What whoever runs the installation is told, on the administrator's pages and by /readyz. */
export const operationText = {
  room: {
    full: "The disk of the data folder is full. Nothing can be uploaded or read until there is room; everything goes on by itself then.",
    waiting:
      "Uploaded data waits to be read because the disk of the data folder has too little room. Reading begins by itself as soon as there is more.",
  },
} as const;

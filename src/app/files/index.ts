export { FilesTab } from "./FilesTab.tsx";

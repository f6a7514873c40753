import "../ui/styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startTheme } from "../ui/theme.ts";
import { App } from "./shell/index.ts";

startTheme();
const root = document.getElementById("root");
if (root === null) throw new Error("The page holds no root element.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

import { judgeScripts } from "./compiled-scripts.ts";
import "../ui/styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchSheets } from "../ui/lost-sheets.ts";
import { startTheme } from "../ui/theme.ts";
import { App, startApp } from "./routes/index.ts";
import { allowEmptyMarkup } from "./shell/index.ts";

allowEmptyMarkup();
startTheme();
watchSheets();
const root = document.getElementById("root");
if (root === null) throw new Error("The page holds no root element.");
const app = startApp();
createRoot(root).render(
  <StrictMode>
    <App {...app} />
  </StrictMode>,
);
judgeScripts();

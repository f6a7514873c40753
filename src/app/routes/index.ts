export { App, startApp } from "./App.tsx";

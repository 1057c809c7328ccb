import { takeOver } from "./ui/shell/take-over.tsx";

/** In development, where Remix's own scripts run; a built page's module calls it by itself (page-scripts.tsx). */
void takeOver();

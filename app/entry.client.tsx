import { hydratePage } from "./ui/shell/hydrate-page.tsx";

/** In development, where Remix's own scripts run; a built page's module calls it by itself (page-scripts.tsx). */
void hydratePage();

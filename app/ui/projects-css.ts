import type { PageCss } from "./page-css.tsx";
import text from "./projects.css?inline";
import href from "./projects.css?url";

/** What only the projects wear. */
export const projectsCss: PageCss = { id: "projects-css", text: import.meta.env.SSR ? text : "", href };

import css from "./own-pages.css?url";

/** Shared `links` of a customer's own pages: their style sheet, beside the one that every page carries in itself. */
export const ownPages = () => [{ rel: "stylesheet", href: css }];

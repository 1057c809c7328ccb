import { useMark } from "./mark.ts";

/** CSS of a few pages only, which the others need not carry. */
export type PageCss = {
  /** The id of its element in a page. */
  id: string;
  /** The CSS itself: on the server alone. */
  text: string;
  /** The same as a file. */
  href: string;
};

/**
 * The CSS of some pages in two ways: within a page that the browser loads, so that it is drawn without a second request; as
 * a file for a page that comes without loading, because an inline style that a script adds has no hash in the document's
 * policy. Remix waits for such a file before it shows the page.
 */
export function PageStyle({ css: { id, text } }: { css: PageCss }) {
  const mark = useMark();
  const inPage = import.meta.env.SSR ? text : document.getElementById(id)?.textContent;
  if (inPage == null) return null;
  return <style id={id} nonce={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inPage }} />;
}

/** The `links` of a route whose page draws a PageStyle. */
export function pageCssLinks({ id, href }: PageCss) {
  const isInPage = import.meta.env.SSR || document.getElementById(id) !== null;
  return isInPage ? [] : [{ rel: "stylesheet", href }];
}

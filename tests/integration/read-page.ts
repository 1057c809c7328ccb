import { JSDOM } from "jsdom";
import { newBrowser } from "./browser.ts";
import { renderPage } from "./render-page.ts";

/** A page as a browser without scripts has it: its words and links, of which a browser would show the same. */
export async function readPage(path: string, browser = newBrowser()) {
  const { html, ...reply } = await renderPage(browser, path);
  // Sheets have no words, and reading them takes longer than all the rest.
  const bare = html.replace(/<style[^>]*>[^<]*<\/style>/g, "");
  const { document } = new JSDOM(bare, { url: `http://127.0.0.1:3000${path}` }).window;
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const texts = (selector: string) => all(selector).map(textOf);
  const links = (selector: string) => all(selector).map((link) => link.getAttribute("href"));
  const content = (selector: string) => document.querySelector(selector)?.getAttribute("content");
  /** Where the links with this name lead. */
  const link = (name: string) => all("a").flatMap((one) => (nameOf(one) === name ? one.getAttribute("href") : []));
  /** The field with this label. */
  const field = (label: string) => {
    const labels = [...document.querySelectorAll("label")];
    const found = labels.find((one) => textOf(one) === label)?.control;
    if (!found) throw new Error(`${path} has no field "${label}".`);
    return found as HTMLInputElement;
  };
  /** What a screen reader says of it besides its name. */
  const description = (one: Element) =>
    (one.getAttribute("aria-describedby") ?? "").split(" ").flatMap((id) => (id ? texts(`[id="${id}"]`) : []));
  const kept = reply.headers.get("Cache-Control");
  return { ...reply, html, document, all, texts, links, content, link, field, description, kept };
}

const nameOf = (one: Element) => one.getAttribute("aria-label") ?? textOf(one);

/** The words of a part of a page, with the spaces that a person sees. */
export const textOf = ({ textContent }: Element) => (textContent ?? "").replace(/[ \n]+/g, " ").trim();

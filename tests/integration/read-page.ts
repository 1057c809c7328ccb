import { JSDOM } from "jsdom";
import { newBrowser } from "./browser.ts";
import { renderPage } from "./render-page.ts";

/** Returns a page as a browser without scripts shows it: its text and links. */
export async function readPage(path: string, browser = newBrowser()) {
  const { html, ...response } = await renderPage(browser, path);
  // Style sheets have no text, and parsing them takes longest.
  const bare = html.replace(/<style[^>]*>[^<]*<\/style>/g, "");
  const { document } = new JSDOM(bare, { url: `http://127.0.0.1:3000${path}` }).window;
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const texts = (selector: string) => all(selector).map(textOf);
  const links = (selector: string) => all(selector).map((link) => link.getAttribute("href"));
  const content = (selector: string) => document.querySelector(selector)?.getAttribute("content");
  /** Returns the targets of the links with this name. */
  const link = (name: string) =>
    all("a").flatMap((one) => (nameOf(one) === name.replaceAll("\u00a0", " ") ? one.getAttribute("href") : []));
  /** Returns the field with this label. */
  const field = (label: string) => {
    const labels = [...document.querySelectorAll("label")];
    const found = labels.find((one) => textOf(one) === label)?.control;
    if (!found) throw new Error(`${path} has no field "${label}".`);
    return found as HTMLInputElement;
  };
  /** Returns the accessible description of an element. */
  const description = (one: Element) =>
    (one.getAttribute("aria-describedby") ?? "").split(" ").flatMap((id) => (id ? texts(`[id="${id}"]`) : []));
  const kept = response.headers.get("Cache-Control");
  return { ...response, html, document, all, texts, links, content, link, field, description, kept };
}

const nameOf = (one: Element) => one.getAttribute("aria-label") ?? textOf(one);

/** Returns the text of an element as it looks: spaces and hyphens at which no line breaks are like others. */
export const textOf = ({ textContent }: Element) =>
  (textContent ?? "")
    .replace(/[ \n\u00a0]+/g, " ")
    .replaceAll("\u2011", "-")
    .trim();

import { allowedAddress } from "#app/blog/link-rule.ts";
import { pictureOf } from "../pictures.server.ts";

/** Wider than a post's column on any screen. */
const PICTURE_WIDTH = 640;

/** What markdown can say, and nothing else: no class, id, style, form, frame or script. */
const ALLOWED = {
  ALLOWED_TAGS:
    "p a br strong em del code pre blockquote ul ol li h2 h3 h4 h5 h6 hr table thead tbody tr th td img".split(" "),
  ALLOWED_ATTR: "href src alt title align start".split(" "),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // The link rule again, for every attribute with a URL.
  ALLOWED_URI_REGEXP: /^(?:(?:https?|ircs?|mailto|xmpp):|[^:/?#]*(?:[/?#]|$))/i,
  RETURN_DOM: true as const,
};

type Cleaner = Awaited<ReturnType<typeof makeCleaner>>;
let cleaner: Promise<Cleaner> | undefined;

/**
 * Returns HTML that is safe to insert into a page. First removes all that markdown cannot produce. Then links open a new tab
 * and follow the link rule, pictures come through the site with a size, headings get links, tables and code scroll.
 */
export async function cleanHtml(html: string, category: string): Promise<string> {
  cleaner ??= makeCleaner();
  const { purify, HTMLElement } = await cleaner;
  const text = purify.sanitize(html, ALLOWED);
  if (!(text instanceof HTMLElement)) throw new Error("the sanitizer returned no element");
  for (const link of text.querySelectorAll("a")) prepareLink(link);
  for (const picture of text.querySelectorAll("img")) preparePicture(picture, category);
  for (const [index, table] of text.querySelectorAll("table").entries())
    wrapInScrollBox(table, numbered("Table", index));
  for (const [index, code] of text.querySelectorAll("pre").entries()) wrapInScrollBox(code, numbered("Code", index));
  for (const item of text.querySelectorAll("li")) {
    if (/^[☐☑] /.test(item.textContent ?? "")) item.setAttribute("class", "task");
  }
  addHeadingLinks(text);
  return text.innerHTML;
}

/** Created with the first post: a DOM takes half a second to load and 100 MB of memory. */
async function makeCleaner() {
  const [{ JSDOM }, { default: createDOMPurify }] = await Promise.all([import("jsdom"), import("dompurify")]);
  const { window } = new JSDOM("");
  return { purify: createDOMPurify(window), HTMLElement: window.HTMLElement };
}

/** Empties a URL that the link rule forbids. A link within the text opens no tab. */
function prepareLink(link: Element): void {
  const address = allowedAddress(link.getAttribute("href") ?? "");
  link.setAttribute("href", address);
  if (address.startsWith("#")) return;
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener");
}

function preparePicture(picture: Element, category: string): void {
  const alt = picture.getAttribute("alt") ?? "";
  const { src, width, height } = pictureOf(picture.getAttribute("src"), { width: PICTURE_WIDTH, alt, category });
  const attributes = { src, alt, width: String(width), height: String(height), loading: "lazy", decoding: "async" };
  for (const [name, value] of Object.entries(attributes)) picture.setAttribute(name, value);
}

/** Wraps an element that may be wider than a phone in a scroll box that the keyboard can reach. */
function wrapInScrollBox(wide: Element, label: string): void {
  const box = wide.ownerDocument.createElement("div");
  box.setAttribute("class", "scroll");
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
  wide.replaceWith(box);
  box.append(wide);
}

/** Two regions of a page must not have the same label. */
function numbered(name: string, index: number): string {
  return index === 0 ? name : `${name} ${index + 1}`;
}

/** Before the id of a heading, so that a text cannot use an id of the page or its scripts. */
const PREFIX = "part-";
const ID_CHARACTERS = 60;

/** Gives every heading of a text a unique id made of its words, and a link to itself, which opens no tab. */
function addHeadingLinks(text: Element): void {
  const idOf = idMaker();
  for (const heading of text.querySelectorAll("h2, h3, h4, h5, h6")) {
    const words = (heading.textContent ?? "").trim();
    const id = idOf(words);
    const link = heading.ownerDocument.createElement("a");
    heading.setAttribute("id", id);
    link.setAttribute("href", `#${id}`);
    link.setAttribute("aria-label", "Link to this part");
    link.textContent = "#";
    // One at a time: jsdom makes a fragment of two nodes and scans the whole text for each.
    heading.append(" ");
    heading.append(link);
  }
}

/** Makes unique ids of words: a second "Prices" becomes "part-prices-2". */
function idMaker(): (words: string) => string {
  const taken = new Set<string>();
  const lastNumber = new Map<string, number>();
  return (words) => {
    const plain =
      words
        .normalize("NFKD")
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    const wanted = PREFIX + ([...plain.join("-")].slice(0, ID_CHARACTERS).join("") || "of-the-text");
    let number = lastNumber.get(wanted) ?? 1;
    let id = wanted;
    while (taken.has(id)) {
      number += 1;
      id = `${wanted}-${number}`;
    }
    lastNumber.set(wanted, number);
    taken.add(id);
    return id;
  };
}

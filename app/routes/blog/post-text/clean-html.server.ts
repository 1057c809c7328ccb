import { allowedAddress } from "#app/model/markdown/link-rule.ts";
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
  // The link rule once more, for whatever has an address.
  ALLOWED_URI_REGEXP: /^(?:(?:https?|ircs?|mailto|xmpp):|[^:/?#]*(?:[/?#]|$))/i,
  RETURN_DOM: true as const,
};

type Cleaner = Awaited<ReturnType<typeof makeCleaner>>;
let cleaner: Promise<Cleaner> | undefined;

/**
 * Takes what the parser made of a text, whatever that is, and gives HTML that is safe to put into a page. Only then comes
 * what is ours: links open a new tab and lead where the link rule lets them, pictures come from us in a box of known size,
 * headings can be linked to, tables and code scroll by themselves.
 */
export async function cleanHtml(html: string, category: string): Promise<string> {
  cleaner ??= makeCleaner();
  const { purify, HTMLElement } = await cleaner;
  const text = purify.sanitize(html, ALLOWED);
  if (!(text instanceof HTMLElement)) throw new Error("no element came back");
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

/** Made once, when the first post is read: a DOM takes half a second to load and 100 MB to keep. */
async function makeCleaner() {
  const [{ JSDOM }, { default: createDOMPurify }] = await Promise.all([import("jsdom"), import("dompurify")]);
  const { window } = new JSDOM("");
  return { purify: createDOMPurify(window), HTMLElement: window.HTMLElement };
}

/** What may not be linked to is left blank. A link within the text stays in it. */
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

/** What is wider than a phone scrolls in a box of its own, which the keyboard has to reach. */
function wrapInScrollBox(wide: Element, label: string): void {
  const box = wide.ownerDocument.createElement("div");
  box.setAttribute("class", "scroll");
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
  wide.replaceWith(box);
  box.append(wide);
}

/** No two regions of a page may be called the same. */
function numbered(name: string, index: number): string {
  return index === 0 ? name : `${name} ${index + 1}`;
}

/** Before the id of a heading, so that no text can take a name that the page, or its scripts, mean something else by. */
const PREFIX = "part-";
const ID_CHARACTERS = 60;

/**
 * Gives every heading of a text an id made of its words, no two alike, and a link to itself. In the page's own address:
 * it is the one link of a text that opens no tab.
 */
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
    // One by one: of two together jsdom makes a fragment, and looks at the whole text for each.
    heading.append(" ");
    heading.append(link);
  }
}

/** Makes ids of words, each another one: a second "Prices" is "part-prices-2". */
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

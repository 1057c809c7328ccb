/** Before the id of a heading, so that no text can take a name that the page, or its scripts, mean something else by. */
const PREFIX = "part-";
const ID_CHARACTERS = 60;

/**
 * Gives every heading of a text an id made of its words, no two alike, and a link to itself. In the page's own address:
 * it is the one link of a text that opens no tab.
 */
export function settleHeadings(text: Element): void {
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

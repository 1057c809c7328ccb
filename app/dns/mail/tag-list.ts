/**
 * Visible ASCII and the white space of RFC 6376, section 2.8. Any other character, such as U+00A0, makes receivers reject the
 * text.
 */
const READABLE = /^[ -~\t\r\n]*$/;
const NAME = /^[a-z][a-z0-9_]*$/i;

/**
 * Returns the tags of a list such as "v=DKIM1; k=rsa; p=…", in order; undefined if the text is not such a list, or has a tag
 * twice. Tag names are case-sensitive. DKIM keys and DMARC policies are such lists. RFC 6376, section 3.2.
 */
export function readTags(text: string): Map<string, string> | undefined {
  const tags = partsOf(text).map(tagOf);
  const list = new Map(tags.filter((tag) => tag !== undefined));
  return list.size > 0 && list.size === tags.length ? list : undefined;
}

/** Returns why a text is no tag list, for its owner: a tag that is there twice, or the part that is no tag. */
export function tagListProblem(text: string): string {
  const parts = partsOf(text);
  const broken = parts.find((part) => !tagOf(part));
  if (broken === undefined) {
    const names = parts.map((part) => tagOf(part)?.[0]);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    return twice === undefined ? "" : `${twice}= is there twice. Keep one.`;
  }
  return broken.trim() === "" ? "There is one semicolon too many." : `This part cannot be read: ${broken.trim()}`;
}

/** The parts between semicolons; one semicolon may end the list. */
function partsOf(text: string): string[] {
  const parts = text.split(";");
  const last = parts.at(-1) ?? "";
  return READABLE.test(last) && last.trim() === "" ? parts.slice(0, -1) : parts;
}

function tagOf(part: string): [name: string, value: string] | undefined {
  const at = part.indexOf("=");
  const name = part.slice(0, Math.max(at, 0)).trim();
  return READABLE.test(part) && NAME.test(name) ? [name, part.slice(at + 1).trim()] : undefined;
}

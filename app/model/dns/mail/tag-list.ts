/** White space of a tag list: FWS of RFC 6376, section 2.8. Others, such as U+00A0, make receivers reject the text. */
const SPACE = "[ \\t\\r\\n]*";
const TAG = new RegExp(`^${SPACE}([a-z][a-z0-9_]*)${SPACE}=([!-:<-~ \\t\\r\\n]*)$`, "i");

/**
 * Returns the tags of a list such as "v=DKIM1; k=rsa; p=…", in order; undefined if it is none, or has a tag twice. Names of tags
 * have a case. DKIM keys and DMARC policies are such lists. RFC 6376, section 3.2.
 */
export function readTags(text: string): Map<string, string> | undefined {
  const tags = partsOf(text).map((part): [string, string] | undefined => {
    const [, name, value = ""] = TAG.exec(part) ?? [];
    return name === undefined ? undefined : [name, withoutSpace(value)];
  });
  const list = new Map(tags.filter((tag) => tag !== undefined));
  return list.size > 0 && list.size === tags.length ? list : undefined;
}

/** Returns why a text is no tag list, for its owner: a tag that is there twice, or the part that is none. */
export function tagListProblem(text: string): string {
  const parts = partsOf(text);
  const broken = parts.find((part) => !TAG.test(part));
  if (broken === undefined) {
    const names = parts.map((part) => TAG.exec(part)?.[1]);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    return twice === undefined ? "" : `${twice}= is there twice. Keep one.`;
  }
  return withoutSpace(broken) === ""
    ? "There is one semicolon too many."
    : `This part cannot be read: ${withoutSpace(broken)}`;
}

/** The parts between semicolons; one semicolon may end the list. */
function partsOf(text: string): string[] {
  const parts = text.split(";");
  return withoutSpace(parts.at(-1) ?? "") === "" ? parts.slice(0, -1) : parts;
}

function withoutSpace(text: string): string {
  return text.replace(/^[ \t\r\n]+/, "").replace(/[ \t\r\n]+$/, "");
}

import { readTags } from "./tag-list.ts";

/** What a text about the transport or the look of mail is, by its version. */
export type Transport = "mta-sts" | "tls-rpt" | "bimi";

const VERSIONS: Record<Transport, string> = { "mta-sts": "STSv1", "tls-rpt": "TLSRPTv1", bimi: "BIMI1" };
/** Where receivers look for each. RFC 8461, section 3.1; RFC 8460, section 3; the BIMI draft, section 4. */
const PLACES: Record<Transport, { is: RegExp; at: (zone: string) => string; word: string }> = {
  "mta-sts": { is: /^_mta-sts\./, at: (zone) => `_mta-sts.${zone}`, word: "MTA-STS" },
  "tls-rpt": { is: /^_smtp\._tls\./, at: (zone) => `_smtp._tls.${zone}`, word: "TLS reporting" },
  bimi: { is: /^[^.]+\._bimi\./, at: (zone) => `default._bimi.${zone}`, word: "a logo for mail (BIMI)" },
};
const KINDS = ["mta-sts", "tls-rpt", "bimi"] as const;

/** Returns what a text is by its version: `v=STSv1`, `v=TLSRPTv1`, `v=BIMI1`, in any case; undefined for other texts. */
export function transportOf(text: string): Transport | undefined {
  const version = /^\W*v\s*=\s*([a-z]+\d)/i.exec(text)?.[1]?.toLowerCase();
  return KINDS.find((kind) => VERSIONS[kind].toLowerCase() === version);
}

/**
 * Returns why mail servers ignore a text about the transport or the look of mail, at its name; undefined if they do not, or if
 * the text is about something else. Other records of the domain, and files that the text links to, are not checked.
 */
export function transportProblem(name: string, text: string, zone: string): string | undefined {
  const there = KINDS.find((kind) => PLACES[kind].is.test(name));
  const kind = transportOf(text);
  if (kind && kind !== there) {
    const { word, at } = PLACES[kind];
    return `This is ${word}. It is looked for at ${at(zone)}, and not here.`;
  }
  // A name may have other texts: they are ignored (RFC 8461, section 3.1; RFC 8460, section 3).
  if (!there || !kind) return undefined;
  const tags = readTags(text);
  const [first] = tags?.keys() ?? [];
  if (!tags || first !== "v" || tags.get("v") !== VERSIONS[kind])
    return `${IGNORED} It must be a list that begins with v=${VERSIONS[kind]}; and has each tag once.`;
  return PROBLEMS[kind](tags);
}

const IGNORED = "Mail servers ignore this text.";
type Tags = ReadonlyMap<string, string>;
const PROBLEMS: Record<Transport, (tags: Tags) => string | undefined> = {
  "mta-sts": (tags) => {
    if (/^[a-z0-9]{1,32}$/i.test(tags.get("id") ?? "")) return undefined;
    return `${IGNORED} It needs an id of at most 32 letters and digits, such as id=20261127.`;
  },
  "tls-rpt": (tags) => {
    const addresses = (tags.get("rua") ?? "").split(",").map((one) => one.trim());
    const wrong = addresses.find((one) => !/^(mailto:[^\s@]+@[^\s@]+\.[a-z0-9-]+|https:\/\/[^\s]+)$/i.test(one));
    if (wrong === undefined) return undefined;
    return `No report comes${wrong && ` to ${wrong}`}. Write an address with mailto: before it, such as rua=mailto:reports@example.com`;
  },
  bimi: (tags) => {
    const [logo, proof] = [tags.get("l"), tags.get("a")];
    // An empty l= says that there is no logo.
    if (logo === undefined) return `${IGNORED} It needs the address of the logo: l=https://….`;
    const wrong = [logo, proof ?? ""].find((one) => one !== "" && !/^https:\/\/[^\s]+$/i.test(one));
    return wrong === undefined ? undefined : `${IGNORED} ${wrong} must begin with https://.`;
  },
};

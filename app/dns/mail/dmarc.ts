/** What a receiver should do with mail that fails DMARC. RFC 9989, "p". */
export const POLICIES = ["none", "quarantine", "reject"] as const;
type DmarcPolicy = (typeof POLICIES)[number];

/** Returns the first policy for a domain: monitor only. RFC 9989 and all three providers' documents recommend it. */
export function firstDmarc(reportsTo: string | undefined): string {
  return reportsTo === undefined ? "v=DMARC1; p=none" : `v=DMARC1; p=none; rua=mailto:${reportsTo}`;
}

/** Returns the policy of a DMARC text; undefined if it has none or an unknown one. */
export function policyOf(text: string): DmarcPolicy | undefined {
  return policyIn(/(?:^|;)\s*p\s*=\s*([^;]*)/i.exec(text));
}

/**
 * Returns the policy of a DMARC text for names below its domain that have no text of their own: its `sp`, or else its `p`. RFC
 * 7489, section 6.3; RFC 9989, section 4.7.
 */
export function policyBelow(text: string): DmarcPolicy | undefined {
  return policyIn(/(?:^|;)\s*sp\s*=\s*([^;]*)/i.exec(text)) ?? policyOf(text);
}

function policyIn(found: RegExpExecArray | null): DmarcPolicy | undefined {
  return POLICIES.find((policy) => policy === found?.[1]?.trim().toLowerCase());
}

/**
 * Fixes common mistakes in a DMARC text: a misspelt or misplaced version, spaces in place of semicolons, no policy.
 * Returns undefined if the result is not valid. RFC 9989: the version is exactly `DMARC1` and comes first.
 */
export function fixDmarc(text: string): string | undefined {
  const parts = text
    .split(/\s+/)
    .join(" ")
    .split(/;| (?=[a-z]+ ?=)/i)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 0 || !parts.every((part) => /^(ru[af]\s*=|[a-z]+\s*=\s*[^\s=;])/i.test(part))) return undefined;
  const isVersion = (part: string) => /^v\s*=\s*dmarc1$/i.test(part);
  if (!parts.some(isVersion)) return undefined;
  const rest = parts.filter((part) => !isVersion(part)).map(withMailto);
  const hasPolicy = rest.some((part) => /^p\s*=/i.test(part));
  const fixed = ["v=DMARC1", ...(hasPolicy ? [] : ["p=none"]), ...rest.filter(Boolean)].join("; ");
  return policyOf(fixed) ? fixed : undefined;
}

/** A list of addresses for reports with the scheme that each needs; empty for an empty list. RFC 7489, section 6.2. */
function withMailto(part: string): string {
  const at = part.indexOf("=");
  const [name, list] = [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1)];
  if (name !== "rua" && name !== "ruf") return part;
  const addresses = list.split(/[\s,]+/).filter(Boolean);
  const written = addresses.map((one) =>
    /^[^:@\s]+@[^:@\s]+$/.test(one) ? `mailto:${one}` : one.replace(/^mailto:/i, "mailto:"),
  );
  return written.length === 0 ? "" : `${name}=${written.join(",")}`;
}

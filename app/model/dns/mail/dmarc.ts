/** What a receiver shall do with mail that is not the domain's own. RFC 9989, "p". */
export const POLICIES = ["none", "quarantine", "reject"] as const;
type DmarcPolicy = (typeof POLICIES)[number];

/** To begin with: change nothing, only ask for reports. RFC 9989; the documents of all three providers begin so too. */
export function firstDmarc(reportsTo: string | undefined): string {
  return reportsTo === undefined ? "v=DMARC1; p=none" : `v=DMARC1; p=none; rua=mailto:${reportsTo}`;
}

/** The policy of a DMARC text; undefined when it has none, or one that nobody knows. */
export function policyOf(text: string): DmarcPolicy | undefined {
  const [, value = ""] = /(?:^|;)\s*p\s*=\s*([^;]*)/i.exec(text) ?? [];
  return POLICIES.find((policy) => policy === value.trim().toLowerCase());
}

/**
 * A DMARC text with the usual slips mended: the version in other letters, or not in front; spaces where semicolons belong; no
 * policy. Undefined when that does not make it a good one. RFC 9989: the version is exactly `DMARC1` and comes first.
 */
export function fixDmarc(text: string): string | undefined {
  const parts = text
    .split(/\s+/)
    .join(" ")
    .split(/;| (?=[a-z]+ ?=)/i)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 0 || !parts.every((part) => /^[a-z]+\s*=\s*[^\s=;]/i.test(part))) return undefined;
  const isVersion = (part: string) => /^v\s*=\s*dmarc1$/i.test(part);
  if (!parts.some(isVersion)) return undefined;
  const rest = parts.filter((part) => !isVersion(part));
  const hasPolicy = rest.some((part) => /^p\s*=/i.test(part));
  const mended = ["v=DMARC1", ...(hasPolicy ? [] : ["p=none"]), ...rest].join("; ");
  return policyOf(mended) ? mended : undefined;
}

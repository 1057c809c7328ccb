export type Encoding = "br" | "gzip" | "identity";

/**
 * The smallest encoding that an Accept-Encoding header takes (RFC 9110, 12.5.3). Who forbids all that we have gets the page
 * as it is, which says more than a refusal.
 */
export function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted) ? "gzip" : "identity";
}

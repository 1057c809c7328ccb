export type Encoding = "br" | "gzip" | "identity";

/**
 * Returns the smallest encoding that an Accept-Encoding header accepts (RFC 9110, section 12.5.3). A client that rejects all
 * of them gets the page without encoding, which is more useful than an error.
 */
export function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted) ? "gzip" : "identity";
}

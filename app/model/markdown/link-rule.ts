const SCHEMES = new Set(["http", "https", "irc", "ircs", "mailto", "xmpp"]);

/**
 * The address itself, if a post may link to it, else "". It may when its scheme is http, https, irc, ircs, mailto or
 * xmpp, or when it has none: what stands before a colon is a scheme unless a "/", "?" or "#" comes first (RFC 3986, 4.2).
 * Takes an address as the browser has it, character references already replaced. Nothing is trimmed: an address that
 * needs it was not written by mistake. Source: docs/product.md, "Blog".
 */
export function allowedAddress(address: string): string {
  const scheme = /^([^:/?#]*):/.exec(address)?.[1];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase()) ? address : "";
}

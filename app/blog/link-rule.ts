const SCHEMES = new Set(["http", "https", "irc", "ircs", "mailto", "xmpp"]);

/**
 * Returns the URL if a post may link to it, else "". Allowed are relative URLs and the schemes http, https, irc, ircs, mailto
 * and xmpp. The text before a colon is a scheme unless "/", "?" or "#" comes first (RFC 3986, 4.2). Takes a URL with character
 * references already decoded. It is not trimmed: no honest link needs it. Source: docs/product/blog-and-projects.md, "Blog".
 */
export function allowedAddress(address: string): string {
  const scheme = /^([^:/?#]*):/.exec(address)?.[1];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase()) ? address : "";
}

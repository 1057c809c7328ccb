import { escapeHtml } from "#app/platform/text/html-text.ts";

type Entry = {
  url: string;
  title: string;
  summary: string;
  category: string;
  /** ISO 8601. */
  publishedAt: string;
};

type Feed = { title: string; author: string; feedUrl: string; pageUrl: string; entries: readonly Entry[] };

/**
 * Returns an Atom feed (RFC 4287) of articles, newest first. All URLs are absolute, because feed readers show entries on pages
 * of their own. The URL of an article is its id.
 */
export function atomFeed({ title, author, feedUrl, pageUrl, entries }: Feed): string {
  const updated = entries[0]?.publishedAt ?? "2026-01-01T00:00:00Z";
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${xml(pageUrl)}</id>`,
    `<title>${xml(title)}</title>`,
    `<author><name>${xml(author)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xml(feedUrl)}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(pageUrl)}"/>`,
    `<updated>${timestamp(updated)}</updated>`,
    ...entries.map(entryXml),
    "</feed>\n",
  ].join("\n");
}

function entryXml({ url, title, summary, category, publishedAt }: Entry): string {
  return [
    "<entry>",
    `<id>${xml(url)}</id>`,
    `<title>${xml(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${xml(url)}"/>`,
    `<published>${timestamp(publishedAt)}</published>`,
    `<updated>${timestamp(publishedAt)}</updated>`,
    `<category term="${xml(category)}"/>`,
    `<summary>${xml(summary)}</summary>`,
    "</entry>",
  ].join("\n");
}

/** Converts a database timestamp, which comes in several formats, to RFC 3339. */
function timestamp(iso: string): string {
  return new Date(iso).toISOString();
}

/** Escapes text for XML content and attributes. Removes characters that XML does not allow (XML 1.0, 2.2). */
function xml(text: string): string {
  const fit = text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
  return escapeHtml(fit);
}

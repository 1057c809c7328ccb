import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MAIL_KINDS } from "#app/mail/mail.ts";
import { sampleMails } from "./sample-mails.ts";

const colours = new Set(readFileSync("app/ui/styles/tokens.css", "utf8").match(/#[0-9a-f]{6}\b/g));
const samples = sampleMails().filter(({ html }) => html !== "");

test.each(samples)(
  "the mail $id is small, has the site's colours and no pictures, and says the same as text",
  ({ id, html, text }) => {
    expect(Buffer.byteLength(html)).toBeLessThan(12_000);
    expect(html).not.toMatch(/<img|<script|<link|url\(|\{\{/);
    expect(html.match(/#[0-9a-f]{6}\b/g)?.filter((colour) => !colours.has(colour))).toEqual([]);
    // A change of address is not made by a link, so that mail has no button.
    expect(html.match(/class="button"/g) ?? []).toHaveLength(id === "auth-email_change" ? 0 : 1);
    // Staff write their own greeting.
    if (id === "answer") expect(text).not.toMatch(/^Hello/m);
    else expect(text).toMatch(/^Hello( \p{L}+)?,\n\n/mu);
    for (const [, href = ""] of html.matchAll(/<a href="(http[^"]+)"/g)) {
      expect(text).toContain(href.replaceAll("&#38;", "&").replaceAll("&amp;", "&"));
    }
  },
);

test("every kind of mail that the site sends has a sample", () => {
  const kinds = sampleMails().flatMap(({ kind }) => kind ?? []);
  const missing = Object.keys(MAIL_KINDS).filter((kind) => !kinds.includes(kind));
  expect(missing, "Add a sample of these to mocks/sample-mails.ts").toEqual([]);
});

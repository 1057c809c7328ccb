import { createHash } from "node:crypto";
import { escapeHtml, STYLE } from "./outbox-page.ts";
import { type SampleMail, sampleMails } from "./sample-mails.ts";

/** The frame of a mail is as large as a phone. */
const SHEET_STYLE = `${STYLE}
iframe { display: block; width: 100%; max-width: 360px; height: 740px; border: 1px solid; box-sizing: border-box; }
main > div { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 0 1rem; }
body { max-width: 80rem; }
`;

const SHEET_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(SHEET_STYLE).digest("base64")}'`,
  "frame-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Mails have inline styles only: no images, no scripts. */
const MAIL_CSP = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'";

/** Returns the sheet of all kinds of mails at `/mails`, and one of them at `/mails/…`; undefined for other paths. */
export function mailsPage(pathname: string): Response | undefined {
  if (pathname === "/mails") return htmlResponse(sheet(sampleMails()), SHEET_CSP);
  const sample = sampleMails().find(({ id, html }) => html !== "" && pathname === `/mails/${id}`);
  return sample && htmlResponse(sample.html, MAIL_CSP);
}

function htmlResponse(html: string, policy: string): Response {
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
  });
}

function sheet(mails: readonly SampleMail[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>All kinds of mails</title>
<link rel="icon" href="data:,">
<style>${SHEET_STYLE}</style>
<main>
<h1>All kinds of mails</h1>
<p>With invented data. <a href="/">Outbox</a></p>
<div>
${mails.map(article).join("\n")}
</div>
</main>
</html>
`;
}

function article({ id, subject, text, html }: SampleMail): string {
  const title = escapeHtml(subject);
  const textPart = `<pre>${escapeHtml(text)}</pre>`;
  return `<article>
<h2>${title}</h2>
${html === "" ? textPart : `<p><a href="/mails/${id}">${id}</a>, ${Buffer.byteLength(html)} bytes</p>\n<iframe src="/mails/${id}" title="${title}" loading="lazy"></iframe>\n<details><summary>Text</summary>${textPart}</details>`}
</article>`;
}

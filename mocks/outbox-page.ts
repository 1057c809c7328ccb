import { createHash } from "node:crypto";
import { env } from "#app/platform/env.server.ts";
import { appCodeOf, demoStaff } from "./demo-staff.ts";
import type { OutboxEntry } from "./outbox.ts";
import { hostingServer } from "./whm/hosting-server.ts";
import { linksOf, unescapeHtml } from "./workbench/mails.ts";

/** The style of the sandbox's own pages. */
export const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, Roboto, sans-serif; }
body { max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1, h2 { line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.125rem; }
article { border-top: 2px solid; padding: 1rem 0; }
article, pre { overflow-wrap: anywhere; }
pre { font: inherit; white-space: pre-wrap; margin: .5rem 0; }
small { display: block; }
form { margin-bottom: 1rem; }
ul { list-style: none; margin: 0; padding: 0; }
a { color: inherit; }
a, button { display: inline-block; min-height: 1.75rem; padding: .5rem 0; }
summary { padding: .5rem 0; }
button, input { font: inherit; padding: .5rem 1rem; }
input { width: 4rem; padding-right: .25rem; }
[name=reference], [name=amount] { width: 9rem; }
`;

/** The page's Content-Security-Policy: only its own style and form. */
export const OUTBOX_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAY_FORM = `<form method="post" action="/paybill"><label>Pay Bill account <input name="reference"></label>
<label>KSh <input name="amount" inputmode="numeric"></label> <button>Pay by M-PESA</button></form>
`;

/** Returns the outbox as a page, newest first. Mails are shown as text; their links can be followed. */
export function outboxPage(entries: readonly OutboxEntry[]): string {
  const list = entries.length > 0 ? entries.map(article).join("\n") : "<p>Nothing was sent yet.</p>";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox outbox</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<main>
<h1>Sandbox outbox</h1>
<p>Everything the site sent, newest first. Nothing left this computer. <a href="/outbox.json">As JSON</a> <a href="/mails">All kinds of mails</a></p>
${staffCodes()}
<form method="post" action="/reset"><button>Empty the outbox</button></form>
<form method="post" action="/notifications"><label>Days from today <input name="days" type="number" min="0" max="400" value="0"></label>
<button>Send due notifications</button></form>
${env.mpesa ? PAY_FORM : ""}${hostingAccounts()}${list}
</main>
</html>
`;
}

/** The accounts of the fake hosting server, if it is switched on. */
function hostingAccounts(): string {
  const rows = hostingServer.list().map(({ user, domain, plan, isSuspended }) => {
    return `<li>${escapeHtml(`${user}: ${domain}, ${plan}${isSuspended ? ", suspended" : ""}`)}</li>`;
  });
  if (!env.whm) return "";
  return `<h2>Accounts at the hosting server</h2>${rows.length > 0 ? `<ul>${rows.join("")}</ul>` : "<p>None yet.</p>"}`;
}

/** The codes of the demo staff's authenticator app. Anybody who sees this page may use the desk of the sandbox. */
function staffCodes(): string {
  const codes = demoStaff.map(({ email, secret }) => `${email} <b>${appCodeOf(secret)}</b>`);
  return `<p>Codes for the desk, for 30 seconds: ${codes.join(", ")}</p>`;
}

function article({ kind, at, to, subject, text, html }: OutboxEntry): string {
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<small>${escapeHtml(kind)} to ${escapeHtml(to)}, <time datetime="${escapeHtml(at)}">${escapeHtml(at)}</time></small>
<pre>${withLinks(text || textOf(html ?? ""))}</pre>
${
  html
    ? `<ul>${linksOf({ html, text: "" })
        .map(({ href }) => href)
        .map(listItem)
        .join("")}</ul><details><summary>HTML</summary><pre>${escapeHtml(html)}</pre></details>`
    : ""
}
</article>`;
}

/** Escapes a text and turns its URLs into links. */
function withLinks(text: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/);
  return parts.map((part, index) => (index % 2 === 1 ? anchor(part) : escapeHtml(part))).join("");
}

function textOf(html: string): string {
  const pieces = `>${html}`.split("<").filter((piece) => !/^(?:style|script)\b/i.test(piece));
  return unescapeHtml(pieces.map((piece) => piece.slice(piece.indexOf(">") + 1)).join(" "))
    .replace(/\s+/g, " ")
    .trim();
}

function listItem(address: string): string {
  return `<li>${anchor(address)}</li>`;
}

function anchor(address: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

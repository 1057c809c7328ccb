// Answers a form that did not reach the site with a page that has its fields (docs/decisions/074-forms-on-bad-lines.md).
const SECRET_PATH = /^\/(login|auth|logout|profile|desk|newsletter\/one-click)(\/|$)/i;
const SECRET_NAME = /password|code|secret/i;
const MAX_LENGTH = 65536;
const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
};

addEventListener("install", (event) => {
  skipWaiting();
  // Page loads do not wait for this worker to start.
  if (event.addRoutes) event.addRoutes({ condition: { requestMethod: "GET" }, source: "network" });
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || request.method !== "POST" || !request.url.startsWith(`${origin}/`)) return;
  const isText = /urlencoded/.test(request.headers.get("Content-Type"));
  const copy = isText && request.clone();
  event.respondWith(fetch(request).catch(async () => lostPage(request.url, copy ? await copy.text() : "")));
});

function lostPage(url, text) {
  const { pathname } = new URL(url);
  const fields = [...new URLSearchParams(text)];
  const isKept =
    text &&
    text.length <= MAX_LENGTH &&
    !SECRET_PATH.test(pathname) &&
    !fields.some(([name]) => SECRET_NAME.test(name));
  const form = `<p>Your text is here. It may have arrived. Sending again counts once.
<p lang="sw">Maandishi yako yapo hapa. Huenda yamefika. Ukituma tena, yatahesabiwa mara moja.
<form method="post" action="${escapeHtml(url.slice(origin.length))}">${fields
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("")}<button>Send again · Tuma tena</button></form>`;
  const advice = `<p>It may have arrived. When you are connected again, go back: your browser still has what you typed, without passwords.
<p lang="sw">Huenda imefika. Ukipata mtandao tena, rudi nyuma: kivinjari bado kina ulichoandika, bila nywila.`;
  const page = `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>Not sent</title>
<style>body{font:1.1em/1.5 sans-serif;max-width:32em;margin:2em auto;padding:0 1em;color-scheme:light dark}button{font:inherit;padding:.8em 1.2em}</style>
<h1>We could not reach the site</h1>${isKept ? form : advice}`;
  return new Response(page, { status: 503, headers: HEADERS });
}

function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt()};`);
}

import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import fc from "fast-check";
import { JSDOM } from "jsdom";
import { expect, it } from "vitest";
import { FORMS } from "./forms.ts";
import { TAGS } from "./hostile-texts.ts";

const FILE = "public/offline.js";
const SITE = "https://www.example.co.ke";
/** The worker is loaded after a visitor first uses a form. */
const MAX_BYTES = 1536;

const parser = new new JSDOM("").window.DOMParser();

type Sent = { url?: string; body?: string; type?: string; method?: string; mode?: string };

/** Runs the worker and sends it a request. Returns its page, or undefined if it leaves the request to the browser. */
async function send({ body, ...sent }: Sent, network = () => Promise.reject(new TypeError("Failed to fetch"))) {
  const listeners = new Map<string, (event: object) => void>();
  const scope = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    fetch: network,
    origin: SITE,
  };
  new Function(...Object.keys(scope), readFileSync(FILE, "utf8"))(...Object.values(scope));
  const {
    url = "/contact?posted",
    type = "application/x-www-form-urlencoded",
    method = "POST",
    mode = "navigate",
  } = sent;
  const request = { url: new URL(url, SITE).href, method, mode, headers: new Headers({ "Content-Type": type }) };
  let reply: Promise<Response> | undefined;
  listeners.get("fetch")?.({
    request: { ...request, clone: () => ({ text: async () => body }) },
    respondWith: (promise: Promise<Response>) => {
      reply = promise;
    },
  });
  return reply;
}

async function lostPage(sent: Sent) {
  const response = await send(sent);
  if (!response) throw new Error("The worker left the request to the browser.");
  return { response, document: parser.parseFromString(await response.text(), "text/html") };
}

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(...TAGS, '"><script>hit()</script>', "'", "&amp;"),
);
const name = text.filter((one) => !/password|code|secret/i.test(one));

it("shows a form that did not reach the site with all its fields, which a browser sends again byte by byte", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, text), { minLength: 1 }), async (fields) => {
      // A browser sends line ends as CR LF, and parses NUL as U+FFFD.
      const typed = fields.map((pair) => pair.map((one) => one.replaceAll("\0", "").replace(/\r\n?|\n/g, "\r\n")));
      const body = new URLSearchParams(typed).toString();
      const { document, response } = await lostPage({ body });
      const inputs = [...document.querySelectorAll("input")];
      const sentAgain = inputs.map((input) => [input.name, input.value].map((one) => one.replaceAll("\n", "\r\n")));
      expect(new URLSearchParams(sentAgain).toString()).toBe(body);
      expect(document.forms[0]?.getAttribute("action")).toBe("/contact?posted");
      const elements = new Set([...document.querySelectorAll("*")].map(({ localName }) => localName));
      expect([...elements].sort()).toEqual(
        ["body", "button", "form", "h1", "head", "html", "input", "meta", "p", "style", "title"].sort(),
      );
      expect(response.status).toBe(503);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(response.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
    }),
  );
});

/** The forms of these pages, or with these fields, have secrets. */
const hasSecret = (path: string, fields: string[]) =>
  /^\/(?:login|auth|profile|desk)\b/.test(path) || fields.some((field) => /password|code/i.test(field));

it("keeps each form of the site byte by byte, or nothing of it if it has a secret", async () => {
  for (const [path, fields, along = {}] of FORMS) {
    const values = fc.array(text, { minLength: fields.length, maxLength: fields.length });
    const property = fc.asyncProperty(values, async (typed) => {
      const pairs = fields.map((field, at) => [
        field,
        (typed[at] ?? "").replaceAll("\0", "").replace(/\r\n?|\n/g, "\r\n"),
      ]);
      const body = new URLSearchParams([...pairs, ...Object.entries(along)]).toString();
      const { document } = await lostPage({ url: `${path}${path.includes("?") ? "&" : "?"}posted`, body });
      const inputs = [...document.querySelectorAll("input")].map(({ name: field, value }) => [
        field,
        value.replaceAll("\n", "\r\n"),
      ]);
      expect(new URLSearchParams(inputs).toString()).toBe(hasSecret(path, fields) ? "" : body);
    });
    await fc.assert(property, { numRuns: process.env.LONG === "1" ? 20 : 2, seed: 20_261_128 });
  }
});

it("sends the form again to its own path and query, whatever they contain", async () => {
  const address = fc.tuple(fc.webPath(), fc.webQueryParameters()).map(([path, query]) => `/a${path}?${query}`);
  await fc.assert(
    fc.asyncProperty(address, async (url) => {
      const { document } = await lostPage({ url, body: "a=b" });
      const action = document.forms[0]?.getAttribute("action") ?? "";
      expect(new URL(action, SITE).href).toBe(new URL(url, SITE).href);
    }),
  );
});

const SECRETS: [what: string, sent: Sent][] = [
  ...["/login", "/login/step", "/auth/confirm", "/logout", "/profile", "/profile/close", "/desk/people"].map(
    (url): [string, Sent] => [url, { url, body: "a=Njeri" }],
  ),
  ...["password", "newPassword", "code", "authCode", "secret"].map((field): [string, Sent] => [
    `a field "${field}"`,
    { body: `a=Njeri&${field}=1` },
  ]),
  ["a text above 64 KB", { body: `a=${"Njeri".repeat(20_000)}` }],
  ["a form with a file", { body: "Njeri", type: "multipart/form-data; boundary=x" }],
];
it.each(SECRETS)("keeps no field of %s, and advises to go back", async (_what, sent) => {
  const { document } = await lostPage(sent);
  expect(document.querySelectorAll("input, form")).toHaveLength(0);
  expect(document.documentElement.outerHTML).not.toContain("Njeri");
  expect(document.body.textContent).toContain("go back");
});

it.each<[string, Sent]>([
  ["a page", { method: "GET" }],
  ["a form that scripts send", { mode: "cors" }],
  ["a form to another site", { url: "https://www.example.co.ke.evil.example/contact" }],
])("leaves %s to the browser", async (_what, sent) => {
  expect(await send(sent)).toBeUndefined();
});

it("passes every response of the site, failures too", async () => {
  const failure = new Response("", { status: 500 });
  expect(await send({ body: "a=b" }, async () => failure as never)).toBe(failure);
});

it(`has at most ${MAX_BYTES} bytes`, () => {
  expect(brotliCompressSync(readFileSync(FILE)).length).toBeLessThanOrEqual(MAX_BYTES);
});

import { beforeEach, expect, test } from "vitest";
import { outbox } from "#mocks/outbox.ts";
import { contactFields, httpRequest, postForm, type Reply } from "../request.ts";
import { REAL } from "../run-site.ts";
import { site } from "./site.ts";

const ORIGIN = REAL.PUBLIC_ORIGIN ?? "";
const PAGES = [
  "/",
  "/contact",
  "/newsletter",
  "/newsletter/confirm",
  "/newsletter/unsubscribe",
  "/newsletter/one-click",
  "/stride",
  "/stride/confirm",
  "/domains",
  "/nothing-here",
  "/refused",
  "/login",
];
const DATA = ["/_root.data", "/contact.data", "/domains.data", "/nothing-here.data"];
const ATTACKS: [string, Record<string, string | undefined>][] = [
  ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
  ["another site that claims our origin", { "Sec-Fetch-Site": "cross-site", Origin: ORIGIN }],
  ["a sister subdomain", { "Sec-Fetch-Site": "same-site", Origin: "https://shop.example.co.ke" }],
  ["a hidden origin", { "Sec-Fetch-Site": undefined, Origin: "null" }],
  ["a hidden origin, spoofed host", { "Sec-Fetch-Site": undefined, Origin: "null", Host: "www.example.co.ke" }],
  ["a spoofed host", { "Sec-Fetch-Site": undefined, Origin: "https://evil.example", Host: "evil.example" }],
  [
    "a spoofed forwarded host",
    { "Sec-Fetch-Site": undefined, Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" },
  ],
  ["a page elsewhere", { "Sec-Fetch-Site": undefined, Referer: "https://evil.example/www.example.co.ke" }],
  ["nobody knows where, with a session", { "Sec-Fetch-Site": undefined, Cookie: "__Host-sb-auth-token.0=base64-x" }],
];

beforeEach(() => outbox.clear());

function expectPage(reply: Reply, status: number, heading: string) {
  expect(reply.status).toBe(status);
  expect(reply.text).toContain(`<h1>${heading}</h1>`);
  expect(reply.text).toMatch(/<header[\s\S]*<footer[\s\S]*<\/html>/);
  expect(reply.headers).toMatchObject({ "x-content-type-options": "nosniff" });
  expect(reply.headers["cache-control"]).toMatch(/^private, no-(cache|store)$/);
}

test.each([...PAGES, ...DATA])(
  "a form that another site posts to %s gets a readable 403 and has no effect",
  async (path) => {
    for (const [, headers] of ATTACKS) {
      expectPage(await postForm(site, path, contactFields(), headers), 403, "Not sent from this site");
    }
    expect(outbox.list()).toEqual([]);
  },
);

test("the same form from our own page is accepted, whatever the Host header says", async () => {
  const reply = await postForm(site, "/contact", contactFields(), {
    Host: "evil.example",
    "X-Forwarded-Host": "evil.example",
  });
  expect([reply.status, reply.headers.location]).toEqual([303, "/contact"]);
  expect(reply.headers["set-cookie"]?.[0]).toMatch(/^__Host-flash=.*HttpOnly; Secure; SameSite=Lax$/);
  const old = await postForm(site, "/contact", contactFields(), {
    "Sec-Fetch-Site": undefined,
    Origin: ORIGIN,
    Host: "a.b",
  });
  expect(old.status).toBe(303);
  expect(outbox.list()).toHaveLength(2);
});

test.each(["PUT", "DELETE", "OPTIONS", "PATCH"])(
  "%s is refused with a page that lists the allowed methods",
  async (method) => {
    for (const path of ["/", "/contact", "/contact.data", "/nothing-here", "/assets/none.js"]) {
      const reply = await httpRequest(site, path, { method, headers: { Origin: ORIGIN, "Content-Length": "0" } });
      expectPage(reply, 405, "That does not work here");
      expect(reply.headers.allow).toBe("GET, HEAD, POST");
    }
  },
);

test("a page never repeats the Host header of a request", async () => {
  for (const path of [...PAGES, ...DATA]) {
    const reply = await httpRequest(site, path, {
      headers: { Host: "evil.example", "X-Forwarded-Host": "evil.example" },
    });
    expect(reply.text + JSON.stringify(reply.headers)).not.toContain("evil.example");
  }
});

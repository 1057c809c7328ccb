import { expect, test } from "vitest";
import { take } from "#app/work/limits.server.ts";
import { demoCustomers } from "#mocks/demo-customers.ts";
import { DOMAIN, first, newRecord } from "./dns-pages.ts";
import { page } from "./whole-pages.ts";

const [{ id }] = demoCustomers;
const DNS = `/dashboard/domains/${DOMAIN}/dns`;

test.each(["/dashboard", "/dashboard/", "/Dashboard"])("%s is the dashboard, however it is spelt", async (path) => {
  const { html, status } = await page(first, path);
  expect(status).toBe(200);
  expect(html).toContain("Habari, ");
});

test("below it lies a page of its own, with nothing of the dashboard", async () => {
  const { html } = await page(first, DNS);
  expect(html).toContain("DNS for ");
  expect(html).not.toContain("Habari, ");
});

test("the page of a form that has to wait says for how long, and is nobody else's", async () => {
  while ((await take("dnsWritesOfUser", id)).ok);
  const { headers, status } = await page(first, `${DNS}/add`, Object.entries(newRecord()));
  expect(status).toBe(429);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(headers.get("Cache-Control")).toBe("private, no-cache");
});

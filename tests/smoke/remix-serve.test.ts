import { expect, test } from "vitest";
import { httpRequest, postForm } from "../resilience/request.ts";
import { runSite } from "../resilience/run-site.ts";

test("stock remix-serve renders pages, and the contact form with its errors", async () => {
  const site = await runSite(["node_modules/.bin/remix-serve", "build/server/index.js"]);
  for (const path of ["/", "/contact"]) {
    const { status, text } = await httpRequest(site, path);
    expect([path, status]).toEqual([path, 200]);
    expect(text).toMatch(/<header[\s\S]*<form[\s\S]*<footer[\s\S]*<\/html>/);
  }
  const empty = { name: "", email: "", subject: "", message: "Habari", website_2: "" };
  const { status, text } = await postForm(site, "/contact", empty);
  expect(status).toBe(400);
  expect(text.match(/class="error"/g)).toHaveLength(3);
  expect(text).toContain("Habari</textarea>");
});

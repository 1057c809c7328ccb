import { beforeAll, expect, test } from "vitest";
import { httpRequest, postForm } from "../resilience/request.ts";
import { runSite, type Site } from "../resilience/run-site.ts";

let site: Site;
beforeAll(async () => {
  site = await runSite(["node_modules/.bin/remix-serve", "build/server/index.js"]);
});

test.each(["/", "/contact"])("stock remix-serve renders %s", async (path) => {
  const reply = await httpRequest(site, path);
  expect(reply.status).toBe(200);
  expect(reply.text).toMatch(/<header[\s\S]*<form[\s\S]*<footer[\s\S]*<\/html>/);
});

test("stock remix-serve renders an empty contact form again with its errors", async () => {
  const reply = await postForm(site, "/contact", {
    name: "",
    email: "",
    subject: "",
    message: "Habari",
    website_2: "",
  });
  expect(reply.status).toBe(400);
  expect(reply.text.match(/class="error"/g)).toHaveLength(3);
  expect(reply.text).toContain("Please fill out all required fields.");
  expect(reply.text).toContain("Habari</textarea>");
});

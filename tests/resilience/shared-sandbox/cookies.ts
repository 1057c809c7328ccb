import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCookieHeader, anyVisit } from "../../cookie-arbitraries.ts";
import { httpRequest, newVisitor, postForm } from "../request.ts";
import { site } from "./site.ts";

const isLong = process.env.LONG === "1";
const RUNS = { numRuns: isLong ? 10_000 : 200, seed: 20_261_124, endOnFailure: true };

async function visit(header: string, path: string, fields?: [string, string][]) {
  const headers = { ...newVisitor(), Cookie: header };
  return fields ? postForm(site, path, Object.fromEntries(fields), headers) : httpRequest(site, path, { headers });
}

test("any cookies sent to any page or form cause neither a server error nor an uncaught error", async () => {
  const property = fc.asyncProperty(anyCookieHeader(""), anyVisit, async (header, { path, fields }) => {
    const { status } = await visit(header, path, fields);
    expect(status, `${path} with ${header}`).toBeLessThan(500);
  });
  await fc.assert(property, RUNS);
  expect(site.output()).not.toMatch(/unhandled rejection|uncaught exception/);
});

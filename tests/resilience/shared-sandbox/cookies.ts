import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCookieHeader, anyVisit, CRASHING_SESSIONS, headerOf } from "../../cookie-arbitraries.ts";
import { httpRequest, newVisitor, postForm } from "../request.ts";
import { site } from "./site.ts";

const isLong = process.env.LONG === "1";
const RUNS = { numRuns: isLong ? 10_000 : 200, seed: 20_261_124, endOnFailure: true };

async function visit(header: string, path: string, fields?: [string, string][]) {
  const headers = { ...newVisitor(), Cookie: header };
  return fields ? postForm(site, path, Object.fromEntries(fields), headers) : httpRequest(site, path, { headers });
}

test.each(CRASHING_SESSIONS)(
  "a cookie with the session %j leads to signing in, and the process continues",
  async (session) => {
    const { status, headers } = await visit(headerOf("", session), "/dashboard");
    expect([status, headers.location]).toEqual([302, "/login?redirectTo=%2Fdashboard&ended="]);
    expect(headers["set-cookie"]?.join()).toMatch(/^sb-auth-token=; Max-Age=0/);
    expect((await httpRequest(site, "/healthz")).status).toBe(200);
  },
);

test("any cookies sent to any page or form cause neither a server error nor an uncaught error", async () => {
  const property = fc.asyncProperty(anyCookieHeader(""), anyVisit, async (header, { path, fields }) => {
    const { status } = await visit(header, path, fields);
    expect(status, `${path} with ${header}`).toBeLessThan(500);
  });
  await fc.assert(property, RUNS);
  expect(site.output()).not.toMatch(/unhandled rejection|uncaught exception/);
});

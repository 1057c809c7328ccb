import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { server } from "#mocks/node.ts";
import { FORMS } from "../forms.ts";
import { PAGES } from "../pages.ts";
import type { Browser } from "./browser.ts";
import { renderPage } from "./render-page.ts";
import { first } from "./two-customers.ts";

const DNS = "/dashboard/domains/mamamboga.co.ke/dns";
const VISITS = [
  ...PAGES.flatMap(({ visits = [] }) => visits),
  `${DNS}/${"a".repeat(32)}/edit`,
  `${DNS}/${"a".repeat(32)}/delete`,
  `${DNS}/history/${crypto.randomUUID()}`,
  `${DNS}/export`,
  "/blog/feed.xml",
];

let requests = 0;
/** Returns the customer's browser whose next requests have a new request id, and the id. */
function browserWithRequestId(): { browser: Browser; requestId: string } {
  const requestId = `request-${++requests}`;
  const requestArgs: Browser["requestArgs"] = (...given) => {
    const args = first.requestArgs(...given);
    return { ...args, context: { ...args.context, requestId } };
  };
  return { browser: { ...first, requestArgs }, requestId };
}

test.each([
  ["the database", "*/rest/v1/*"],
  ["the auth service", "*/auth/v1/*"],
  ["the DNS provider", "*/dns_records"],
])("while %s is down, each 503 page shows the request id that is in the log", async (_service, url) => {
  server.use(http.all(url, () => HttpResponse.json({}, { status: 503 })));
  const logged = vi.mocked(console.error).mockReturnValue();
  const lacking: string[] = [];
  let outages = 0;
  const look = async (path: string, fields?: [string, string][]) => {
    const { browser, requestId } = browserWithRequestId();
    const { status, html } = await renderPage(browser, path, fields);
    if (status !== 503) return;
    outages += 1;
    if (!html.includes(requestId)) lacking.push(`${fields ? "POST" : "GET"} ${path}`);
  };
  for (const path of VISITS) await look(path);
  for (const [path, typed, along = {}] of FORMS) {
    await look(path, Object.entries({ ...Object.fromEntries(typed.map((name) => [name, "1"])), ...along }));
  }
  logged.mockClear();
  expect(lacking).toEqual([]);
  expect(outages).toBeGreaterThan(5);
});

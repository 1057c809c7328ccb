import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import routes, { type RouteEntry } from "#app/routes.ts";
import { server } from "#mocks/node.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";

const flat = (entries: RouteEntry[]): RouteEntry[] =>
  entries.flatMap((entry) => [entry, ...flat((entry.children ?? []) as RouteEntry[])]);
/** Routes that are no pages: Remix shows what they throw as JSON. */
const FILES = flat(routes as RouteEntry[]).flatMap(({ file, path = "" }) => (file.endsWith(".ts") ? [path] : []));
const ID = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01";

test.each(FILES)("/%s says in words that a service does not respond", async (path) => {
  const place = path.startsWith("domains/:domain") ? `dashboard/${path}` : path;
  const url = `/${place.replace(":id", ID).replace(":domain", "mamamboga.co.ke")}`;
  const browser = await staffBrowser();
  const down = () => HttpResponse.json({ message: "down" }, { status: 503 });
  for (const services of [["*/rest/v1/*"], ["*/rest/v1/*", "*/auth/v1/*"]]) {
    server.resetHandlers();
    server.use(...services.map((service) => http.all(service, down)));
    for (const fields of [undefined, []]) {
      const { status, html } = await renderPage(browser, url, fields);
      // Nobody is sent to the other method.
      if (status !== 405) expect(html).not.toContain("Unexpected Server Error");
    }
  }
});

import { HttpResponse, http } from "msw";
import { beforeAll, expect, test } from "vitest";
import { createDemoCustomers, demoDomains } from "#mocks/demo-customers.ts";
import { server } from "#mocks/node.ts";
import { database } from "../../../tests/integration/database.ts";
import { readPage } from "../../../tests/integration/read-page.ts";
import { staffBrowser } from "../../../tests/integration/staff.ts";

const PATH = "/desk/ending";
beforeAll(() => createDemoCustomers(database));

test("lists the names of all customers that end within 30 days, the first to end first", async () => {
  const { texts } = await readPage(PATH, await staffBrowser());
  const ending = demoDomains.filter(({ daysLeft }) => daysLeft <= 30);
  expect(texts(".desk-list a")).toEqual(ending.toSorted((a, b) => a.daysLeft - b.daysLeft).map(({ name }) => name));
});

test("says that the names could not be read, not that there are none", async () => {
  const browser = await staffBrowser();
  server.use(http.get("*/rest/v1/domains", () => new HttpResponse(null, { status: 503 })));
  const { status, link, texts } = await readPage(PATH, browser);
  expect([status, link("Retry"), texts("main p").join()]).toEqual([
    503,
    [PATH],
    expect.not.stringContaining("No name"),
  ]);
});

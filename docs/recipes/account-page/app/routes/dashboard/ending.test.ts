import { HttpResponse, http } from "msw";
import { beforeAll, expect, test } from "vitest";
import { createDemoCustomers, demoCustomers, demoDomains } from "#mocks/demo-customers.ts";
import { server } from "#mocks/node.ts";
import { database } from "../../../tests/integration/database.ts";
import { signedIn } from "../../../tests/integration/demo-customers.ts";
import { readPage } from "../../../tests/integration/read-page.ts";

const [FIRST, SECOND] = demoCustomers;
const PATH = "/dashboard/ending";
beforeAll(() => createDemoCustomers(database));

test("lists the names of this customer that end within 90 days, the first to end first", async () => {
  const { texts } = await readPage(PATH, await signedIn(FIRST.email));
  const ending = demoDomains.filter(({ owner, daysLeft }) => owner === 0 && daysLeft <= 90);
  expect(texts("main li a")).toEqual(ending.toSorted((a, b) => a.daysLeft - b.daysLeft).map(({ name }) => name));
  const words = ending.map(({ name, daysLeft }) => `${name} ${daysLeft < 0 ? "ended" : "ends"} on`);
  expect(
    texts("main li")
      .map((text) => text.replace(/ on .*/, " on"))
      .toSorted(),
  ).toEqual(words.toSorted());
});

test("says that no name ends soon, and has no name of another customer", async () => {
  const { texts } = await readPage(PATH, await signedIn(SECOND.email));
  expect([texts("main li"), texts(".empty-title")]).toEqual([[], ["No name ends soon"]]);
});

test("sends a visitor who is not signed in to the sign-in page", async () => {
  const { status, to } = await readPage(PATH);
  expect([status, to]).toEqual([302, `/login?${new URLSearchParams({ redirectTo: PATH })}`]);
});

test("says that the names could not be read, not that there are none", async () => {
  const browser = await signedIn(FIRST.email);
  server.use(http.get("*/rest/v1/domains", () => new HttpResponse(null, { status: 503 })));
  const { status, link, texts } = await readPage(PATH, browser);
  expect([status, link("Retry"), texts(".empty-title")]).toEqual([503, [PATH], []]);
});

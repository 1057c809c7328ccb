import { expect, test } from "vitest";
import { signedIn } from "../budgets/weigh.ts";
import { httpRequest, postForm } from "../resilience/request.ts";
import { makeFolder, runSite } from "../resilience/run-site.ts";

const DNS = "/dashboard/domains/mamamboga.co.ke/dns";

// `npm run test:long` runs this file on every supported Node version.
test(`on Node ${process.versions.node} the site starts without a warning, signs a customer in, and changes a record`, async () => {
  const site = await runSite("sandbox", { DATA_DIR: await makeFolder() });
  const session = await signedIn(site);
  const typed = { type: "A", shownType: "A", name: "tawi7", content: "41.90.64.77", ttl: "300" };
  expect(await postForm(site, `${DNS}/add`, typed, session)).toMatchObject({ status: 303 });
  expect((await httpRequest(site, DNS, { headers: session })).text).toContain("41.90.64.77");
  expect((await httpRequest(site, "/domains?q=njeri.com")).text).toContain("KSh");
  expect((await httpRequest(site, "/card.png?page=/")).headers["content-type"]).toBe("image/png");
  expect(await site.stop("SIGTERM")).toBe(0);
  expect(site.output()).not.toMatch(/warning|"level":"(?:warn|error)"/i);
});

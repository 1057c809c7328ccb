import { expect, test } from "vitest";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import type { Plan } from "./change.ts";
import { planPreview, planVersion } from "./plan-preview.server.ts";
import { websitePlan } from "./website/website-plan.ts";
import { WEBSITE_PROVIDERS } from "./website/website-preset.ts";
import { setupToShow, typedValues, type WebsiteSetup } from "./website/website-setup.ts";

const ZONE = "example.com";
const RECORDS = [record("@ A 203.0.113.24"), record("www CNAME example.com"), record("@ MX smtp.google.com")];

const previewOf = (provider: WebsiteSetup["provider"], records = RECORDS) => {
  const { setup, words } = setupToShow(provider, ZONE);
  return planPreview(websitePlan(setup, records, ZONE), ZONE, words);
};

const WIX: WebsiteSetup = {
  provider: "wix",
  name: "example.com",
  addresses: ["198.51.100.7"],
  alias: "www.duka.wixdns.net",
};
const versionOf = (setup: WebsiteSetup, records = RECORDS) =>
  planVersion(websitePlan(setup, records, ZONE).changes, typedValues(setup, ZONE));

test("shows words in place of what the customer is still to type", () => {
  expect(previewOf("wix").changes.map(({ before, after }) => [before?.content, after?.content])).toEqual([
    ["203.0.113.24", "(the IP address above)"],
    ["example.com", "(the name above)"],
  ]);
  const shown = WEBSITE_PROVIDERS.flatMap((provider) => previewOf(provider).changes.map(({ after }) => after));
  expect(JSON.stringify(shown)).not.toMatch(/192\.0\.2\.1|invalid|code-above/);
});

test("the version of a plan is that of its preview, whatever the customer typed", () => {
  expect(versionOf(WIX)).toBe(previewOf("wix").version);
  expect(versionOf({ ...WIX, addresses: ["198.51.100.8"] })).toBe(previewOf("wix").version);
});

test.each<[string, WebsiteSetup, typeof RECORDS]>([
  ["a record has changed", WIX, [record("@ A 203.0.113.25"), ...RECORDS.slice(1)]],
  ["a record has been added", WIX, [record("@ AAAA 2001:db8::24"), ...RECORDS]],
  ["the customer typed two addresses", { ...WIX, addresses: ["198.51.100.7", "2001:db8::7"] }, RECORDS],
])("the version differs if %s", (_why, setup, records) => {
  expect(versionOf(setup, records)).not.toBe(previewOf("wix").version);
});

test("the order of the changes makes no difference", () => {
  const plan: Plan = websitePlan(WIX, RECORDS, ZONE);
  expect(planVersion([...plan.changes].reverse(), [])).toBe(planVersion(plan.changes, []));
});

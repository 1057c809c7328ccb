import { expect, test } from "vitest";
import { mistakenSettings } from "./mistaken-settings.ts";

test("accepts settings as they should be", () => {
  expect(
    mistakenSettings({
      BRAND_NAME: 'Mama "Njeri\'s" Shop',
      BRAND_SOCIAL: "https://x.com/jina, https://facebook.com/jina,",
      BRAND_CPANEL_LINK: "https://host.example/cpanel?from=site",
      BRAND_OFFICE_LINK: undefined,
      SUPABASE_URL: "https://project.supabase.co",
      CONTACT_URL: "https://project.supabase.co/functions/v1/contact",
    }),
  ).toEqual([]);
  expect(mistakenSettings({ SUPABASE_URL: "https://www.example.co.ke/supabase/" })).toEqual([]);
});

test.each([
  [{ APP_SECRET: '"3f9c0d1be2a47586f0c1d2e3b4a59687"' }, "APP_SECRET (without quotation marks)"],
  [{ BRAND_NAME: "'Jirani'" }, "BRAND_NAME (without quotation marks)"],
  [{ BRAND_CPANEL_LINK: '"https://host.example"' }, "BRAND_CPANEL_LINK (without quotation marks)"],
  [{ BRAND_CPANEL_LINK: "javascript:alert(1)" }, "BRAND_CPANEL_LINK (https addresses alone)"],
  [{ BRAND_OFFICE_LINK: "http://host.example" }, "BRAND_OFFICE_LINK (https addresses alone)"],
  [{ BRAND_SOCIAL: "https://x.com/jina,x.com/jina" }, "BRAND_SOCIAL (https addresses alone)"],
  ...["rest/v1", "rest/v1/", "auth/v1"].map((path) => [
    { SUPABASE_URL: `https://project.supabase.co/${path}` },
    "SUPABASE_URL (the project's own address, https://<project>.supabase.co, with nothing behind it)",
  ]),
  [
    { SUPABASE_URL: "https://supabase.com/dashboard/project/abc" },
    "SUPABASE_URL (the project's own address, https://<project>.supabase.co, with nothing behind it)",
  ],
] as [Record<string, string>, string][])("refuses %j, and does not repeat it", (setting, said) => {
  expect(mistakenSettings(setting)).toEqual([said]);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { AUTH_TEMPLATES } from "./auth-templates.ts";

test.each(AUTH_TEMPLATES)(
  "the file of the auth service's mail $name is written from the site's own mail template",
  async ({ name, html }) => {
    await expect(html).toMatchFileSnapshot(`../../supabase/templates/${name}.html`);
  },
);

test("no mail has the auth service's own link, which would end at an address that no server can read", () => {
  for (const { html } of AUTH_TEMPLATES) expect(html).not.toContain("ConfirmationURL");
  const change = AUTH_TEMPLATES.find(({ name }) => name === "email_change");
  expect(change?.html).not.toMatch(/TokenHash|\.Token\b|NewEmail/);
});

test("config.toml names a template and a subject for each mail", () => {
  const config = readFileSync("supabase/config.toml", "utf8");
  for (const { name } of AUTH_TEMPLATES)
    expect(config).toMatch(
      new RegExp(
        `\\[auth\\.email\\.template\\.${name}\\]\\nsubject = ".+"\\ncontent_path = "\\./supabase/templates/${name}\\.html"`,
      ),
    );
});

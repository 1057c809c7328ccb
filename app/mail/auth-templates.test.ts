import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { AUTH_TEMPLATES } from "./auth-templates.ts";

test.each(AUTH_TEMPLATES)(
  "the file of the auth service's mail $name is written from the site's own mail template",
  async ({ name, html }) => {
    await expect(html).toMatchFileSnapshot(`../../supabase/templates/${name}.html`);
  },
);

test("the mails begin and end with the agency's name, and not with the site's address", () => {
  const copy = mkdtempSync(path.join(tmpdir(), "templates-"));
  cpSync("supabase/templates", path.join(copy, "supabase/templates"), { recursive: true });
  const script = path.resolve("scripts/auth-templates.js");
  const write = (name: string) => spawnSync(process.execPath, [script, name], { cwd: copy });
  expect(write("{{ .Email }}").status).toBe(1);
  expect(write("Duka & Safi").status).toBe(0);
  for (const { name, html } of AUTH_TEMPLATES) {
    const named = readFileSync(path.join(copy, `supabase/templates/${name}.html`), "utf8");
    expect(named.match(/>Duka &amp; Safi</g)).toHaveLength(2);
    expect(named.replaceAll("Duka &amp; Safi", "Mtandao")).toBe(html);
    expect(html).not.toMatch(/>\{\{ \.SiteURL \}\}</);
  }
  rmSync(copy, { recursive: true });
});

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

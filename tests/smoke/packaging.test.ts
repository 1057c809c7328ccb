import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import settings from "#app/settings.json" with { type: "json" };

test(".env.example has every setting and no other, each with its explanation, its default, and a # unless it is required", () => {
  const text = readFileSync(".env.example", "utf8");
  const shown = [...text.matchAll(/^# (.+)\n(#?)([A-Z_]+)=(.*)$/gm)].map(([, about, mark, name, value]) => ({
    name,
    about,
    value,
    isRequired: mark === "",
  }));
  expect(shown).toEqual(
    settings.map(({ name, about, required = false, default: value = "" }) => ({
      name,
      about,
      value,
      isRequired: required,
    })),
  );
  expect(text.match(/^#?[A-Z_]+=/gm)).toHaveLength(settings.length);
});

test("the README and the guide to going live name no setting that there is not", () => {
  const names = new Set(settings.map((setting) => setting.name));
  const text = readFileSync("docs/going-live.md", "utf8") + readFileSync("README.md", "utf8");
  const named =
    text.match(/\b(?:BRAND|SUPABASE|REGISTRAR|CONTACT|ORDERS|TRUSTED|PUBLIC|APP|LOG|DATA|SANDBOX)_[A-Z_]+\b/g) ?? [];
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

// Installs all packages twice: about a minute and a half.
if (process.env.LONG === "1") {
  test("every step of the Dockerfile can be carried out, and what comes of it serves the site and stops when told", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [".config/docker-steps.js"], { encoding: "utf8" });
    expect(status, stdout + stderr).toBe(0);
  });
}

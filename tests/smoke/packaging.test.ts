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

test("a Node that nothing was tried on is refused with one sentence, and the image has one that was", () => {
  const start = (version: string) => {
    const check = `Object.defineProperty(process.versions, "node", { value: "${version}" });
      (await import("./.config/prepare.js")).checkNode()`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", check], { encoding: "utf8" });
    return [status, stderr];
  };
  for (const tried of ["20.19.0", "26.10.0"]) expect(start(tried)).toEqual([0, ""]);
  for (const other of ["20.18.3", "22.12.0", "25.1.0"]) {
    const sentence = `Node ${other} was not tried with this. These were, or a newer minor of theirs: 20.19, 22.13, 24, 26.\n`;
    expect(start(other)).toEqual([1, sentence]);
  }
  const images = [...readFileSync("Dockerfile", "utf8").matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major);
  expect(images).toEqual(["24", "24", "24"]);
});

// Installs all packages twice: about a minute and a half.
if (process.env.LONG === "1") {
  test("every step of the Dockerfile can be carried out, and what comes of it serves the site and stops when told", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [".config/docker-steps.js"], { encoding: "utf8" });
    expect(status, stdout + stderr).toBe(0);
  });
}

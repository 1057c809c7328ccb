import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FILES = readdirSync("app/dns", { recursive: true, encoding: "utf8" }).filter((name) =>
  /(?<!\.test)\.ts$/.test(name),
);

test("no sentence about mail says 'receivers': customers read 'Gmail, Outlook and others'", () => {
  const code = (file: string) => readFileSync(`app/dns/${file}`, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  expect(FILES.length).toBeGreaterThan(100);
  expect(FILES.filter((file) => /\breceivers?\b/i.test(code(file)))).toEqual([]);
});

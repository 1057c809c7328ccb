import { expect, test } from "vitest";
import settings from "../settings.json" with { type: "json" };
import { missingSettings, unsafeSettings } from "./check-settings.ts";
import { mistakenWhm, readWhm, sandboxWhm } from "./whm-settings.ts";

const WHM = {
  WHM_URL: "https://server7.example.com:2087/",
  WHM_USER: "jirani",
  WHM_TOKEN: "0123456789ABCDEFGHIJKLMNOPQRSTUV",
  WHM_PACKAGES: "starter=jirani_starter, economy=jirani_economy,deluxe=jirani_Deluxe 150,ultimate=jirani_ultimate",
};
const missing = (given: Record<string, string>) =>
  missingSettings(settings, given).filter((name) => name.startsWith("WHM_"));

test("the four settings of the hosting server are set together or not at all", () => {
  expect(missing({})).toEqual([]);
  expect(missing(WHM)).toEqual([]);
  for (const name of Object.keys(WHM)) {
    expect(missing({ ...WHM, [name]: "" })).toEqual([name]);
    expect(missing({ [name]: "x" }).length).toBeGreaterThan(0);
  }
});

test("are read with one package for each plan", () => {
  expect(mistakenWhm(WHM)).toEqual([]);
  expect(readWhm({})).toBeNull();
  const { url, user, packages } = readWhm(WHM) ?? {};
  expect([url, user]).toEqual(["https://server7.example.com:2087", "jirani"]);
  expect(Object.fromEntries(packages ?? [])).toEqual({
    ...{ starter: "jirani_starter", economy: "jirani_economy", deluxe: "jirani_Deluxe 150" },
    ultimate: "jirani_ultimate",
  });
});

const OTHERS = "economy=b,deluxe=c,ultimate=d";
test.each([
  ["WHM_URL", "server7.example.com:2087"],
  ["WHM_URL", "https://server7.example.com:2087/cpsess1234567890/scripts/command"],
  ["WHM_URL", "https://server7.example.com:2087/?login=1"],
  ["WHM_USER", "Jirani"],
  ["WHM_USER", "jirani:x"],
  ["WHM_TOKEN", "whm jirani:0123456789ABCDEF"],
  ["WHM_TOKEN", "short"],
  ["WHM_PACKAGES", OTHERS],
  ["WHM_PACKAGES", `starter=,${OTHERS}`],
  ["WHM_PACKAGES", `starter=a=b,${OTHERS}`],
  ["WHM_PACKAGES", `starter,${OTHERS}`],
  ["WHM_PACKAGES", `starter=a,starter=b,${OTHERS}`],
  ["WHM_PACKAGES", `huge=a,${OTHERS}`],
  ["SANDBOX_WHM", "yes"],
])("%s=%s is refused, and the message has no value", (name, value) => {
  const mistakes = mistakenWhm({ ...WHM, [name]: value });
  expect(mistakes).toEqual([expect.stringMatching(`^${name} \\(`)]);
  if (name === "WHM_TOKEN") expect(mistakes.join()).not.toContain(value);
});

test("a token is never sent without encryption", () => {
  expect(unsafeSettings({ WHM_URL: "http://server7.example.com:2086" })).toEqual([expect.stringMatching(/^WHM_URL/)]);
});

test("the sandbox has a fake hosting server only with SANDBOX_WHM=1", () => {
  const mocks = "http://127.0.0.1:3001";
  expect(sandboxWhm(mocks, {})).toBeNull();
  expect(sandboxWhm(mocks, { SANDBOX_WHM: "0" })).toBeNull();
  const { url, token, user, packages } = sandboxWhm(mocks, { SANDBOX_WHM: "1" }) ?? {};
  expect(url).toBe("http://127.0.0.1:3001/whm");
  const given = { WHM_URL: url, WHM_USER: user, WHM_TOKEN: token };
  const pairs = [...(packages ?? [])].map((pair) => pair.join("="));
  expect(mistakenWhm({ ...given, WHM_PACKAGES: pairs.join() })).toEqual([]);
});

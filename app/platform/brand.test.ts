import { expect, test } from "vitest";
import { brandFrom, weAnswer } from "./brand.ts";

test("without settings the site is the demo agency with every link", () => {
  const brand = brandFrom({});
  expect(brand).toMatchObject({ name: "Mtandao", email: "info@mtandao.co.ke" });
  expect(brand.phone).toMatch(/^\+254/);
  expect(brand.social.length).toBeGreaterThan(0);
  expect(brand.cpanelLink).toMatch(/^https:/);
  expect(brand.officeLink).toMatch(/^https:/);
});

test("a setting replaces only its own part of the demo brand", () => {
  const brand = brandFrom({ email: "hi@jina.example", phone: undefined, cpanelLink: "https://host.example/cpanel" });
  expect(brand).toEqual({ ...brandFrom({}), email: "hi@jina.example", cpanelLink: "https://host.example/cpanel" });
});

test("an agency with a name of its own, or without social links, gets none of the demo's", () => {
  expect(brandFrom({ name: "Jina" })).toMatchObject({ social: [], cpanelLink: undefined, officeLink: undefined });
  expect(brandFrom({ social: [] }).social).toEqual([]);
});

test("pages promise an answer in the agency's own time, or in none", () => {
  expect(weAnswer(brandFrom({ answerTime: "before noon" }))).toBe("We answer, before noon");
  expect(weAnswer(brandFrom({}))).toBe("We answer");
});

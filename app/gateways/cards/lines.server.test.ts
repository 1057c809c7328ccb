import fc from "fast-check";
import { expect, test } from "vitest";
import { drawable, pathOf, widthOf } from "./lettering.server.ts";
import { breakTitle, LEADING, shortenTo } from "./lines.server.ts";

const ROOM = { width: 700, height: 370 };

test("a short title is large, a longer one smaller, and no word is broken that fits into a line", () => {
  expect(breakTitle("Your name, on the network.", ROOM)).toEqual({
    size: 112,
    lines: ["Your name, on", "the network."],
  });
  const longer = breakTitle("What are TLDs, and why they matter for your brand", ROOM);
  expect(longer.size).toBeLessThan(112);
  expect(longer.lines.join(" ")).toBe("What are TLDs, and why they matter for your brand");
});

test("a title with a word that fits only when small is small as a whole", () => {
  expect(breakTitle("Mwanamkewamajimbo Kibaruani", ROOM)).toMatchObject({ lines: ["Mwanamkewamajimbo", "Kibaruani"] });
});

test("a word wider than any line is broken, and what finds no room is cut with an ellipsis", () => {
  expect(breakTitle("m".repeat(40), ROOM).lines.length).toBeGreaterThan(1);
  const { size, lines } = breakTitle("a word ".repeat(60), ROOM);
  expect([size, lines.at(-1)?.endsWith("…")]).toEqual([62, true]);
});

test("letters of Kenyan languages are drawn, signs without a letter are left out", () => {
  expect(drawable("Mũciĩ wa Gĩkũyũ 😀 – “ofisi” مرحبا №")).toBe("Mũciĩ wa Gĩkũyũ – “ofisi”");
  expect(pathOf("ĩ", { x: 0, y: 0, size: 10 })).toMatch(/^M/);
  expect(breakTitle("😀", ROOM).lines.join("")).toBe("");
});

test("letters that stand closer together are drawn closer together", () => {
  expect(widthOf("AV")).toBeLessThan(widthOf("A") + widthOf("V"));
});

test("a line is left as it is, or cut to its room", () => {
  expect(shortenTo(10, "Business")).toBe("Business");
  const cut = shortenTo(5, "Kirinyaga Growers Cooperative Society");
  expect(cut).toMatch(/^Kirin.*…$/);
  expect(widthOf(cut)).toBeLessThanOrEqual(5);
});

test("whatever the title, its lines fit into the room", () => {
  const word = fc.string({ unit: fc.constantFrom(..."aeiMWnr.-’ĩ😀 "), maxLength: 30 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.integer({ min: 200, max: 380 }), (words, height) => {
      const { size, lines } = breakTitle(words.join(" "), { ...ROOM, height });
      for (const line of lines) expect(widthOf(line) * size).toBeLessThanOrEqual(ROOM.width + 0.001);
      expect(lines.length * size * LEADING).toBeLessThanOrEqual(height);
    }),
    { seed: 1200, numRuns: process.env.LONG === "1" ? 4000 : 200 },
  );
});

import sharp from "sharp";
import { expect, test } from "vitest";
import { drawableText, drawText } from "./draw-image.server.ts";

const BOX = { width: 700, height: 370, size: 112, color: "#1c1320" };

async function sizeOf(text: string) {
  const { width, height } = await sharp(await drawText(text, BOX)).metadata();
  return { width, height };
}

test("keeps the letters of Kenyan languages and leaves out characters that the font cannot draw", () => {
  expect(drawableText("Mũciĩ  wa\nGĩkũyũ 😀 – “ofisi” مرحبا")).toBe("Mũciĩ wa Gĩkũyũ – “ofisi”");
  expect(drawableText("😀")).toBe("");
});

test.each(["Ask us", "What are TLDs, and why they matter for your brand", "m".repeat(60), "W ".repeat(70), "<b>&'\""])(
  "fits %j into the box",
  async (text) => {
    const { width, height } = await sizeOf(text);
    expect(width).toBeLessThanOrEqual(BOX.width);
    expect(height).toBeLessThanOrEqual(BOX.height);
  },
);

test("draws a short text in the size that is given, not as large as the box", async () => {
  const { width, height } = await sizeOf("Ask us");
  expect(width).toBeLessThan(400);
  expect(height).toBeLessThan(130);
});

test("draws in the font of the build, in which an accented letter differs from a plain one", async () => {
  const [plain, accented] = await Promise.all(["i", "ĩ"].map((text) => drawText(text, BOX)));
  expect(accented).not.toEqual(plain);
  // DejaVu Sans Bold, which many machines would use in Roboto's place, has an m of 109 pixels.
  const { width } = await sizeOf("m");
  expect(width).toBeGreaterThan(84);
  expect(width).toBeLessThan(91);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inPage, pictureOf } from "./pictures.server.ts";

const wanted = { width: 640, category: "Technology" };

test("a drawing of ours comes as it is, in a box of 16 to 9", () => {
  expect(pictureOf("/pictures/post-names.svg", { ...wanted, alt: "A sign" })).toEqual({
    src: "/pictures/post-names.svg",
    width: 640,
    height: 360,
    alt: "A sign",
  });
});

test.each([
  null,
  "",
  "https://example.com/a.png",
  "//example.com/pictures/a.svg",
  "/pictures/../favicon.svg",
  "/pictures/a.svg?x=1",
  "/pictures/A.svg",
  "/pictures/a.html",
  "/elsewhere/a.svg",
  "pictures/a.svg",
  "/pictures/a.svg\n",
  "data:image/png;base64,AAAA",
  "javascript:alert(1)",
])("for %j the category's tile stands in, and nothing is fetched from elsewhere", (url) => {
  expect(pictureOf(url, wanted).src).toBe("/pictures/tile-technology.svg");
});

test("each category has its tile, and so has one that we don't know", () => {
  const tiles = ["Business", "Technology", "#ThatsTheSPIRIT", "Other"].map(
    (category) => pictureOf(null, { ...wanted, category }).src,
  );
  expect(new Set(tiles).size).toBe(3);
  expect(tiles.every((tile) => /^\/pictures\/tile-\w+\.svg$/.test(tile))).toBe(true);
});

test("a drawing of ours can stand in the page itself; what is fetched from elsewhere cannot", () => {
  const address = inPage("/pictures/post-names.svg");
  expect(address).toMatch(/^data:image\/svg\+xml,%3Csvg [^"<>#]+%3C\/svg%3E$/);
  expect(decodeURIComponent(address)).toContain(
    readFileSync("public/pictures/post-names.svg", "utf8").trim().replaceAll('"', "'"),
  );
  for (const other of ["/images?src=x", "/pictures/none.svg"]) expect(inPage(other)).toBe(other);
});

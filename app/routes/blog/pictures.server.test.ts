import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { asDataUrl, pictureOf } from "./pictures.server.ts";

const wanted = { width: 640, category: "Technology" };

test("serves a drawing of the site as it is, in a 16:9 box", () => {
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
])("replaces the picture %j by the category's tile and loads nothing from another host", (url) => {
  expect(pictureOf(url, wanted).src).toBe("/pictures/tile-technology.svg");
});

test("has a tile for each category and for an unknown one", () => {
  const tiles = ["Business", "Technology", "#ThatsTheSPIRIT", "Other"].map(
    (category) => pictureOf(null, { ...wanted, category }).src,
  );
  expect(new Set(tiles).size).toBe(3);
  expect(tiles.every((tile) => /^\/pictures\/tile-\w+\.svg$/.test(tile))).toBe(true);
});

test("turns a drawing of the site into a data URL, but no picture of another host", () => {
  const address = asDataUrl("/pictures/post-names.svg");
  expect(address).toMatch(/^data:image\/svg\+xml,%3Csvg [^"<>#]+%3C\/svg%3E$/);
  expect(decodeURIComponent(address)).toContain(
    readFileSync("public/pictures/post-names.svg", "utf8").trim().replaceAll('"', "'"),
  );
  for (const other of ["/images?src=x", "/pictures/none.svg"]) expect(asDataUrl(other)).toBe(other);
});

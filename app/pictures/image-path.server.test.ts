import { expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { imagePath, imageSource, readImageQuery, savingWidth } from "./image-path.server.ts";

const [HOST = ""] = env.images.origins;
const queryOf = (path: string | undefined) => new URL(path ?? "", env.origin).searchParams;

test("keeps the path of an own image, also if written with the site's origin", () => {
  expect(imagePath("/pictures/a.svg", 320)).toBe("/pictures/a.svg");
  expect(imagePath(`${env.origin}/pictures/a.svg?v=2`, 320)).toBe("/pictures/a.svg?v=2");
});

test("signs the path of an image on a configured host, from which it can be read back", () => {
  const path = imagePath(`${HOST}/a b.png?x=1&y=ü`, 640);
  expect(path).toMatch(/^\/images\?src=[^ ]+&s=[\w-]{11}&w=640$/);
  expect(readImageQuery(queryOf(path))).toEqual({ src: `${HOST}/a%20b.png?x=1&y=%C3%BC`, width: 640 });
});

test.each([
  "https://elsewhere.example/a.png",
  "http://127.0.0.1:1/a.png",
  "//elsewhere.example/a.png",
  "/\\elsewhere.example/a.png",
  "data:image/png;base64,AA",
  "javascript:alert(1)",
  "a.png",
  "",
  null,
  undefined,
])("rejects %j as an image", (src) => {
  expect(imagePath(src, 320)).toBeUndefined();
  expect(imageSource(src)).toBeUndefined();
});

test("rejects a URL that is too long", () => {
  expect(imagePath(`${HOST}/${"a".repeat(2048)}`, 320)).toBeUndefined();
});

test("returns three widths of a remote image and one path of an own image", () => {
  const picture = imageSource(`${HOST}/a.png`);
  expect(picture?.src).toMatch(/&w=640$/);
  const widths = picture?.srcSet?.split(", ").map((one) => one.replace(/.*&w=/, ""));
  expect(widths).toEqual(["320 320w", "640 640w", "960 960w"]);
  expect(imageSource("/pictures/a.svg")).toEqual({ src: "/pictures/a.svg" });
});

const signed = queryOf(imagePath(`${HOST}/a.png`, 320));
test.each([
  ["another picture", { src: `${HOST}/b.png` }],
  ["an appended character", { src: `${HOST}/a.png?` }],
  ["another signature", { s: "AAAAAAAAAAA" }],
  ["a longer signature", { s: `${signed.get("s")}A` }],
  ["a signature in capitals", { s: String(signed.get("s")).toUpperCase() }],
  ["no signature", { s: "" }],
  ["another width", { w: "321" }],
  ["a huge width", { w: "100000" }],
  ["no width", { w: "" }],
])("rejects a signed address with %s", (_what, changes) => {
  expect(readImageQuery(signed)).toBeDefined();
  expect(readImageQuery(new URLSearchParams({ ...Object.fromEntries(signed), ...changes }))).toBeUndefined();
});

test.each([
  [36, 96],
  [97, 320],
  [192, 320],
  [640, 640],
  [641, 960],
  [4000, 960],
])("rounds %i pixels up to %i", (wanted, width) => {
  expect(readImageQuery(queryOf(imagePath(`${HOST}/a.png`, wanted)))?.width).toBe(width);
});

test("returns the smallest width to clients that save data, except for avatars", () => {
  expect(([96, 320, 640, 960] as const).map(savingWidth)).toEqual([96, 320, 320, 320]);
});

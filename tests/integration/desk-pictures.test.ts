import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import { draft, type Fields, log, press, rows, second, staff, versionOf } from "./desk-posts.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

beforeEach(() => database.query("delete from pictures"));

const raw = (width = 800, height = 450, color = "#8a1538") =>
  sharp({ create: { width, height, channels: 3, background: color } });
const base64 = (bytes: Buffer) => bytes.toString("base64");
/** Presses a button of a post's form with an uploaded file. */
const upload = async (path: string, bytes: Buffer | string, more: Fields = {}, form = "save") =>
  press(form, path, {
    expectedVersion: await versionOf(path),
    alt: "The sign of a shop",
    upload: typeof bytes === "string" ? bytes : base64(bytes),
    ...more,
  });
const pictures = () => database.query("select id, width, height, encode(body, 'base64') as body from pictures");
const PATH = /^\/pictures\/[0-9a-f-]{36}\.webp$/;

async function kept(): Promise<Buffer> {
  const [picture] = await pictures();
  return Buffer.from(String(picture?.body), "base64");
}

describe("an uploaded picture", () => {
  test("of a phone is kept upright, small and without its place, and is the picture of the post", async () => {
    const path = await draft();
    const photo = await raw(3000, 2000)
      .jpeg()
      .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitudeRef: "S", GPSLatitude: "1/1 17/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    expect((await upload(path, photo)).status).toBe(303);
    const [post] = await rows();
    expect(post).toMatchObject({ image_url: expect.stringMatching(PATH), image_alt: "The sign of a shop" });
    const bytes = await kept();
    const made = await sharp(bytes).metadata();
    expect(made).toMatchObject({ format: "webp", width: 1600, height: 2400 });
    expect([made.exif, made.xmp, made.iptc, made.orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(bytes.length).toBeLessThanOrEqual(300 * 1024);
    expect((await readPage(path, staff)).texts(".picture-now p").join()).toMatch(/1600 × 2400, \d+ KB/);
    const [preview] = (await readPage(path, staff)).all(".editor-preview .picture");
    expect([preview?.getAttribute("src"), preview?.getAttribute("alt")]).toEqual([
      post?.image_url,
      "The sign of a shop",
    ]);
  });

  test("is served to everybody for a year, as the type it is, and unknown ones are not", async () => {
    const path = await draft();
    await upload(path, await raw().png().toBuffer());
    const [{ image_url }] = (await rows()) as [{ image_url: string }];
    const { loader } = await import("#app/routes/picture.ts");
    const get = async (file: string) =>
      loader({ ...newBrowser().requestArgs(`/pictures/${file}`), params: { file } } as Parameters<typeof loader>[0]);
    const response = await get(image_url.replace("/pictures/", ""));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(await kept())).toBe(true);
    for (const file of ["0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a99.webp", "x.webp", "../robots.txt", "a.svg"]) {
      expect([file, (await get(file)).status]).toEqual([file, 404]);
    }
  });

  test("that is sent twice, or by two people, is stored once, with one line in the log", async () => {
    const bytes = await raw().webp().toBuffer();
    const path = await draft();
    for (const title of ["One", "Two"]) expect((await upload(path, bytes, { title })).status).toBe(303);
    const expectedVersion = await versionOf(path);
    expect((await press("save", path, { expectedVersion, alt: "A", upload: base64(bytes) }, second)).status).toBe(303);
    expect(await pictures()).toHaveLength(1);
    expect((await log()).filter((did) => did === "picture-added")).toHaveLength(1);
  });

  test.each([
    ["PNG", () => raw().png().toBuffer()],
    ["JPEG", () => raw().jpeg().toBuffer()],
    ["WebP", () => raw().webp().toBuffer()],
    ["AVIF", () => raw(64, 64).avif().toBuffer()],
  ])("may be %s", async (_format, bytes) => {
    expect((await upload(await draft(), await bytes())).status).toBe(303);
    expect(await pictures()).toHaveLength(1);
  });

  test.each<[string, () => Promise<Buffer | string>, RegExp]>([
    ["is a GIF", () => raw().gif().toBuffer(), /This file is not a picture/],
    ["is an SVG", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /This file is not a picture/],
    [
      "is a page with the name of a picture",
      async () => Buffer.from("<!DOCTYPE html><script>hit()</script>"),
      /not a picture/,
    ],
    ["begins like a PNG and is none", async () => Buffer.from("\x89PNG\r\n\x1a\nabc", "latin1"), /not a picture/],
    ["is cut off", async () => (await raw().jpeg().toBuffer()).subarray(0, 400), /not a picture/],
    ["is too large", async () => "too-large", /larger than 5 MB/],
  ])("that %s is refused at its field, with all that was typed", async (_what, bytes, message) => {
    const path = await draft();
    const content = "Maneno mapya kabisa.";
    const refused = await upload(path, await bytes(), { content, excerpt: "Kwa ufupi" });
    expect([refused.status, refused.html.match(message)?.length]).toEqual([400, 1]);
    expect(refused.html).toContain(`${content}</textarea>`);
    expect(refused.html).toContain("Kwa ufupi</textarea>");
    expect(refused.html).toContain('value="The sign of a shop"');
    expect(await pictures()).toEqual([]);
  });

  test("needs words, is chosen when the form comes back, and one of our drawings needs none", async () => {
    const path = await draft();
    const refused = await upload(path, await raw().png().toBuffer(), { alt: " " });
    expect([refused.status, refused.html.includes("Please say what your picture shows")]).toEqual([400, true]);
    const [, chosen = ""] =
      /name="picture" (?:checked="" )?value="(\/pictures\/[0-9a-f-]{36}\.webp)"/.exec(refused.html) ?? [];
    expect(chosen).toMatch(PATH);
    expect(
      (await press("save", path, { expectedVersion: await versionOf(path), picture: chosen, alt: "A" })).status,
    ).toBe(303);
    const drawing = { picture: "/pictures/post-mail.svg", alt: "Not needed" };
    expect((await press("save", path, { expectedVersion: await versionOf(path), ...drawing })).status).toBe(303);
    expect(await rows()).toMatchObject([{ image_url: "/pictures/post-mail.svg", image_alt: null }]);
  });
});

test("nobody but staff stores a picture", async () => {
  const bytes = base64(await raw().png().toBuffer());
  const fields: [string, string][] = [
    ["form", "save"],
    ["upload", bytes],
  ];
  expect((await renderPage(newBrowser(), "/desk/posts/new", fields)).status).not.toBe(200);
  expect(await pictures()).toEqual([]);
});

test("the changes of a draft by one person within ten minutes are one line of the log, and a colleague's another", async () => {
  const path = await draft();
  for (const content of ["Moja", "Mbili", "Tatu"]) {
    expect((await press("save", path, { content, expectedVersion: await versionOf(path) })).status).toBe(303);
  }
  await press("save", path, { content: "Nne", expectedVersion: await versionOf(path) }, second);
  await press("save", path, { content: "Tano", expectedVersion: await versionOf(path) });
  expect(await log()).toEqual(["post-written", "post-changed", "post-changed", "post-changed"]);
  const stale = await press("save", path, { content: "Sita", expectedVersion: "2026-01-01T00:00:00Z" }, second);
  expect([stale.status, /Wanjiku Kamau|staff@example/.test(stale.html)]).toEqual([409, true]);
});

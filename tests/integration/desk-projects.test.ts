import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicClient } from "#app/platform/database/client.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { Browser } from "./browser.ts";
import { database } from "./database.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, staffBrowser } from "./staff.ts";

const worker = env.addresses.PROJECTS_URL;
let staff: Browser;
beforeAll(async () => {
  staff = await staffBrowser();
  Reflect.deleteProperty(env.addresses, "PROJECTS_URL");
});
afterAll(() => Object.assign(env.addresses, { PROJECTS_URL: worker }));

const NEW = "/desk/projects/new";
const FIELDS = {
  ...{ title: "Duka la Wanjiru", client: "Wanjiru <b>", category: "E-commerce", year: "2026", description: "Sells." },
  ...{ fulldescription: "One.\n\nTwo.", technologies: "Remix, M-PESA Daraja", tags: "", picture: "", slug: "" },
  ...{ link: "https://duka.example/", githuburl: "", demourl: "", day: "", time: "", expectedVersion: "" },
};

function press(form: string, path: string, fields: Partial<typeof FIELDS & { upload: string }>, browser = staff) {
  return renderPage(browser, path, Object.entries({ ...FIELDS, sure: "yes", ...fields, form }));
}

async function versionOf(path: string): Promise<string> {
  const { document } = await readPage(path, staff);
  return document.querySelector("input[name=expectedVersion]")?.getAttribute("value") ?? "";
}

const seenByAll = async () => (await publicClient().from("projects").select("id")).data;

test("a project is a draft that the public key does not read, then public, then changed, then a draft again", async () => {
  const { to } = await press("save", NEW, {});
  const path = "/desk/projects/duka-la-wanjiru";
  expect([to, await seenByAll()]).toEqual([path, []]);
  const { texts, field, html } = await readPage(path, staff);
  expect(texts("#preview h2, #preview dd")).toEqual([
    FIELDS.title,
    FIELDS.client,
    FIELDS.category,
    "2026",
    FIELDS.technologies,
  ]);
  expect(field("Made with (optional)").value).toBe(FIELDS.technologies);
  expect(html).not.toContain("Wanjiru <b>");
  await press("publish", path, { expectedVersion: await versionOf(path) });
  expect(await seenByAll()).toEqual([{ id: "duka-la-wanjiru" }]);
  // Fewer entries are a change, too.
  await press("save", path, { technologies: "Remix", expectedVersion: await versionOf(path) });
  expect(await database.query("select technologies from projects")).toEqual([{ technologies: ["Remix"] }]);
  const preview = await press("preview", path, { fulldescription: "Three.", expectedVersion: await versionOf(path) });
  expect([preview.status, preview.html.includes(">Three.</p>")]).toEqual([200, true]);
  await press("unpublish", path, { expectedVersion: await versionOf(path) });
  expect(await seenByAll()).toEqual([]);
  const log = await database.query("select did, about_kind, about_id from desk_log order by id");
  expect(log.map(({ did }) => did)).toEqual([
    ...["project-written", "project-published", "project-changed", "project-unpublished"],
  ]);
});

test("the picture of a project is uploaded as one of a post, or one of our drawings", async () => {
  const colours = { width: 40, height: 30, channels: 3, background: "#8a1538" } as const;
  const upload = (await sharp({ create: colours }).png().toBuffer()).toString("base64");
  const path = "/desk/projects/duka-la-wanjiru";
  const saved = await press("save", path, { upload, expectedVersion: await versionOf(path) });
  expect(saved.status).toBe(303);
  const [{ image = "" } = {}] = (await database.query("select image from projects")) as { image: string }[];
  expect(image).toMatch(/^\/pictures\/[0-9a-f-]{36}\.webp$/);
  const { all, texts } = await readPage(path, staff);
  const chosen = all("[name=picture]").filter((one) => one.hasAttribute("checked"));
  expect(chosen.map((one) => one.getAttribute("value"))).toEqual([image]);
  expect(texts(".picture-now p").join()).toContain("40 × 30");
  const refused = await press("save", path, { upload: "AAAA", expectedVersion: await versionOf(path) });
  expect([refused.status, /This file is not a picture/.test(refused.html)]).toEqual([400, true]);
  const drawing = { picture: "/pictures/project-market.svg", expectedVersion: await versionOf(path) };
  expect((await press("save", path, drawing)).status).toBe(303);
  expect(await database.query("select image from projects")).toEqual([{ image: drawing.picture }]);
});

test("two people who change one project: the second gets both texts", async () => {
  const path = "/desk/projects/duka-la-wanjiru";
  const expectedVersion = await versionOf(path);
  await press("save", path, { fulldescription: "Ya Baraka.", expectedVersion }, await staffBrowser(SECOND_STAFF));
  const { status, html } = await press("save", path, { fulldescription: "Ya Wanjiku.", expectedVersion });
  expect([status, html.includes("Ya Baraka."), html.includes("Ya Wanjiku.")]).toEqual([409, true, true]);
  const deleted = await press("delete", path, { expectedVersion });
  expect(deleted.status).toBe(409);
  expect((await press("delete", path, { expectedVersion: await versionOf(path) })).to).toBe("/desk/projects");
  expect(await database.query("select id from projects")).toEqual([]);
});

test.each([
  [{ slug: "new" }, "Please choose another address"],
  [{ link: "javascript:alert(1)" }, "begins with https://"],
  [{ demourl: "https://a:b@duka.example/" }, "begins with https://"],
  [{ picture: "https://evil.example/a.png" }, "Please use a path of this site"],
])("a project with %o comes back with its message", async (fields, message) => {
  const { status, html } = await press("save", NEW, fields);
  expect([status, html.includes(message)]).toEqual([400, true]);
});

test("where a worker keeps the projects, the desk says so and takes no form", async () => {
  Object.assign(env.addresses, { PROJECTS_URL: worker });
  const { texts, all } = await readPage("/desk/projects", staff);
  expect([texts(".empty-title"), all("main form")]).toEqual([["Another service keeps the projects"], []]);
  expect([(await renderPage(staff, NEW)).status, (await press("save", NEW, {})).status]).toEqual([404, 404]);
  Reflect.deleteProperty(env.addresses, "PROJECTS_URL");
});

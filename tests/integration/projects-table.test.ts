import { expect, test, vi } from "vitest";
import { database } from "./database.ts";

/** Lists the projects of a site without a worker for them, with an empty cache. */
async function listProjects() {
  vi.resetModules();
  const { env } = await import("#app/platform/env.server.ts");
  const { keys } = database;
  Object.assign(env.supabase, keys);
  Reflect.deleteProperty(env.addresses, "PROJECTS_URL");
  return (await import("#app/projects/projects.api.server.ts")).listProjects();
}

test("without a worker the projects come from the table, newest first, read like the worker's", async () => {
  expect(await listProjects()).toEqual({ ok: true, value: [] });
  await database.query(`
    insert into projects (id, title, client, category, year, description, fulldescription, technologies, image, link, created_at)
    values ('old', 'Old', null, null, null, null, null, '{}', null, null, '2026-01-01'),
      ('duka', 'A shop', 'Wanjiru', 'Mobile App', '2026', 'Sells', E'One.\\n\\nTwo.', '{Remix,"M-PESA Daraja"}', '/pictures/a.svg',
        'https://duka.example/', '2026-02-01')`);
  expect(await listProjects()).toMatchObject({
    ok: true,
    value: [
      {
        id: "duka",
        title: "A shop",
        client: "Wanjiru",
        paragraphs: ["One.", "Two."],
        technologies: ["Remix", "M-PESA Daraja"],
        image: "/pictures/a.svg",
        link: "https://duka.example/",
      },
      { id: "old", client: "", tags: [] },
    ],
  });
});

test("the table refuses an invalid project, and creates an id where none is given", async () => {
  for (const wrong of ["(id, title) values ('a/b', 'A')", "(title) values (' ')", "(title, link) values ('A', 'x')"]) {
    await expect(database.query(`insert into projects ${wrong}`)).rejects.toThrow("check constraint");
  }
  const [row] = await database.query("insert into projects (title) values ('A') returning id");
  expect(row?.id).toMatch(/^[0-9a-f-]{36}$/);
});

test("a missing table is a failure with the log's message", async () => {
  await database.query("alter table projects rename to others");
  const listed = await listProjects();
  await database.query("alter table others rename to projects");
  expect(listed).toMatchObject({ ok: false, message: expect.stringMatching(/^Failed to fetch projects: .*relation/) });
});

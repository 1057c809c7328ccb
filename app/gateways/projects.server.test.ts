import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { createProjects, workerRows } from "./projects.server.ts";

const { isSandbox } = env;
let count = 0;
let calls = 0;

/** A worker of its own, with a memory and a breaker of its own. `mode` is how the mock answers. */
function projectsOf(mode = "") {
  count += 1;
  const url = `http://projects-${count}.test/worker/projects${mode && `/${mode}`}`;
  return createProjects(workerRows({ url, deadlines: { attemptMs: 200, totalMs: 700 } }));
}

function answerWith(reply: () => Response | Promise<Response>) {
  calls = 0;
  server.use(
    http.get("*/worker/projects*", () => {
      calls += 1;
      return reply();
    }),
  );
}
const json = (body: unknown, init?: ResponseInit) => HttpResponse.json(body as object, init);
const row = (rest: object = {}) => ({ id: 1, title: "A shop", ...rest });
const shown = async (...rows: unknown[]) => {
  answerWith(() => json({ success: true, result: rows }));
  const listed = await projectsOf().listProjects();
  if (!listed.ok) throw new Error(listed.message);
  return listed.value;
};

beforeEach(() => {
  calls = 0;
  vi.spyOn(log, "warn");
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(env, { isSandbox });
  resetMocks();
});

test("lists the worker's nine projects in its order with lists in all three notations", async () => {
  const listed = await projectsOf().listProjects();
  if (!listed.ok) throw new Error(listed.message);
  expect(listed.value.map(({ id }) => id)).toEqual(["1", "2", "tumaini-school", "4", "5", "6", "7", "8", "9"]);
  expect(listed.value.slice(0, 3).map(({ technologies }) => technologies)).toEqual([
    ["Remix", "PostgreSQL", "M-Pesa Daraja", "Tailwind CSS"],
    ["Flutter", "SQLite", "Node.js"],
    ["WordPress", "PHP", "M-Pesa Daraja"],
  ]);
  expect(listed.value[1]).toMatchObject({ category: "Mobile App", year: "2026", tags: ["farming", "offline"] });
  expect(listed.value[0]?.paragraphs).toHaveLength(3);
});

test("shares one call between parallel visitors and caches it for five minutes", async () => {
  answerWith(() => json({ success: true, result: [row()] }));
  const { listProjects } = projectsOf();
  await Promise.all([listProjects(), listProjects(), listProjects()]);
  await listProjects();
  expect(calls).toBe(1);
});

test("returns the old copy after five minutes and the new one to the next caller", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let title = "Before";
  answerWith(() => json({ success: true, result: [row({ title })] }));
  const { listProjects } = projectsOf();
  const titleNow = async () => {
    const listed = await listProjects();
    return listed.ok && listed.value[0]?.title;
  };
  expect(await titleNow()).toBe("Before");
  title = "After";
  vi.setSystemTime(Date.now() + 5 * 60_000 - 1);
  expect([await titleNow(), calls]).toEqual(["Before", 1]);
  vi.setSystemTime(Date.now() + 2);
  expect(await titleNow()).toBe("Before");
  await vi.waitFor(async () => expect(await titleNow()).toBe("After"), { timeout: 60_000 });
  expect(calls).toBe(2);
});

test("returns the old copy while the worker fails", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  answerWith(() => json({ success: true, result: [row()] }));
  const { listProjects } = projectsOf();
  await listProjects();
  answerWith(() => json({}, { status: 500 }));
  vi.setSystemTime(Date.now() + 24 * 3600_000);
  for (let time = 0; time < 3; time++) expect(await listProjects()).toMatchObject({ ok: true, value: [{ id: "1" }] });
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledWith({ reason: expect.any(String) }, "projects not read"), {
    timeout: 60_000,
  });
  expect(await listProjects()).toMatchObject({ ok: true });
});

describe("reports the failure of a worker that answers", () => {
  test.each([
    ["error500", 500, "Failed to fetch projects: 500"],
    ["timeout", 0, "Failed to fetch projects: no answer"],
    ["refuse", 200, "Worker response indicates failure"],
  ])("%s", async (mode, status, message) => {
    expect(await projectsOf(mode).listProjects()).toEqual({ ok: false, status, message });
    expect(log.warn).toHaveBeenCalledWith({ reason: message }, "projects not read");
  });

  test.each([
    ["403 with HTML", () => new HttpResponse("<h1>No</h1>", { status: 403 }), "Failed to fetch projects: 403"],
    ["no success", () => json({ result: [row()] }), "Worker response indicates failure"],
    ["success as a word", () => json({ success: "true", result: [] }), "Worker response indicates failure"],
    ["no list", () => json({ success: true, result: {} }), "Worker response indicates failure"],
  ])("%s", async (_title, reply, message) => {
    answerWith(reply);
    expect(await projectsOf().listProjects()).toMatchObject({ ok: false, message });
  });

  test("with a 404, and asks again the next time", async () => {
    answerWith(() => json({}, { status: 404 }));
    const { listProjects } = projectsOf();
    expect((await listProjects()).ok).toBe(false);
    answerWith(() => json({ success: true, result: [] }));
    expect(await listProjects()).toEqual({ ok: true, value: [] });
  });
});

test("leaves out invalid rows and repeated ids, and logs how many", async () => {
  const odd = [null, 5, "x", [], {}, row({ id: "" }), row({ id: ".." }), row({ id: "a/b" }), row({ title: " " })];
  expect(await shown(...odd, row(), row({ id: "1", title: "Again" }))).toMatchObject([{ id: "1", title: "A shop" }]);
  expect(log.warn).toHaveBeenCalledWith({ rows: 11, shown: 1 }, "projects left out");
});

test("needs only an id and a title of a project, and ignores other invalid fields", async () => {
  const odd = { client: {}, category: null, year: [], description: 7, technologies: 7, tags: null, image: 5, link: {} };
  const [bare, strange] = await shown(row(), row({ id: 2, ...odd }));
  const empty = { client: "", category: "", year: "", paragraphs: [], technologies: [], tags: [] };
  expect(bare).toEqual({ ...empty, id: "1", title: "A shop", description: "" });
  expect(strange).toMatchObject({ ...empty, description: "7" });
  expect([strange?.image, strange?.link]).toEqual([undefined, undefined]);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "ftp://a.example/",
  "//a.example/",
  "a.example",
  "https://user:secret@a.example/",
  " ",
  "https://",
])("does not link to %s", async (address) => {
  const [project] = await shown(row({ link: address, demourl: address, githuburl: address }));
  expect([project?.link, project?.demoUrl, project?.codeUrl]).toEqual([undefined, undefined, undefined]);
});

test.each([
  ["/pictures/a.svg", "/pictures/a.svg"],
  ["https://a.example/b.png", "https://a.example/b.png"],
  ["//a.example/b.png", undefined],
  ["/\\a.example/b.png", undefined],
  ["pictures/a.svg", undefined],
  ["data:image/png;base64,AA", undefined],
])("reads the image %s as %s", async (image, taken) => {
  expect((await shown(row({ image })))[0]?.image).toBe(taken);
});

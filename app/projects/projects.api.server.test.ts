import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { setDeadlines } from "../../tests/deadlines.js";
import { createProjects, workerRows } from "./projects.api.server.ts";

let count = 0;
let calls = 0;

/** Returns the projects of a worker with a fresh cache and circuit breaker. `mode` selects the mock's reply. */
function projectsOf(mode = "") {
  count += 1;
  const url = `http://projects-${count}.test/worker/projects${mode && `/${mode}`}`;
  return createProjects(workerRows({ url }));
}

function replyWith(response: () => Response | Promise<Response>) {
  calls = 0;
  server.use(
    http.get("*/worker/projects*", () => {
      calls += 1;
      return response();
    }),
  );
}
const json = (body: unknown, init?: ResponseInit) => HttpResponse.json(body as object, init);
const row = (rest: object = {}) => ({ id: 1, title: "A shop", ...rest });
const rows = (...result: unknown[]) => json({ success: true, result });

/** Returns the projects that are made of these rows. */
async function projectsFrom(...result: unknown[]) {
  replyWith(() => rows(...result));
  const listed = await projectsOf().listProjects();
  if (!listed.ok) throw new Error(listed.message);
  return listed.value;
}

beforeEach(() => {
  vi.spyOn(log, "warn");
});
afterEach(() => {
  vi.useRealTimers();
  resetMocks();
});

test("lists the worker's nine projects in its order with lists in all three notations", async () => {
  const listed = await projectsOf().listProjects();
  if (!listed.ok) throw new Error(listed.message);
  expect(listed.value.map(({ id }) => id)).toEqual(["1", "2", "tumaini-school", "4", "5", "6", "7", "8", "9"]);
  expect(listed.value.slice(0, 3).map(({ technologies }) => technologies)).toEqual([
    ["Remix", "PostgreSQL", "M-PESA Daraja", "Tailwind CSS"],
    ["Flutter", "SQLite", "Node.js"],
    ["WordPress", "PHP", "M-PESA Daraja"],
  ]);
  expect(listed.value[1]).toMatchObject({ category: "Mobile App", year: "2026", tags: ["farming", "offline"] });
  expect(listed.value[0]?.paragraphs).toHaveLength(3);
});

test("shares one call, caches it for five minutes, and then returns the old copy while it reads a new one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let title = "Before";
  replyWith(() => rows(row({ title })));
  const { listProjects } = projectsOf();
  const currentTitle = async () => {
    const listed = await listProjects();
    return listed.ok && listed.value[0]?.title;
  };
  expect(await Promise.all([currentTitle(), currentTitle()])).toEqual(["Before", "Before"]);
  title = "After";
  vi.setSystemTime(Date.now() + 5 * 60_000 - 1);
  expect([await currentTitle(), calls]).toEqual(["Before", 1]);
  vi.setSystemTime(Date.now() + 2);
  expect(await currentTitle()).toBe("Before");
  await vi.waitFor(async () => expect(await currentTitle()).toBe("After"), { timeout: 60_000 });
  expect(calls).toBe(2);
});

test("returns the old copy while the worker fails", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  replyWith(() => rows(row()));
  const { listProjects } = projectsOf();
  await listProjects();
  replyWith(() => json({}, { status: 500 }));
  vi.setSystemTime(Date.now() + 24 * 3600_000);
  for (let time = 0; time < 3; time++) expect(await listProjects()).toMatchObject({ ok: true, value: [{ id: "1" }] });
  const logged = () => expect(log.warn).toHaveBeenCalledWith({ reason: expect.any(String) }, "projects not read");
  await vi.waitFor(logged, { timeout: 60_000 });
  expect(await listProjects()).toMatchObject({ ok: true });
});

test.each([
  ["error500", 500, "Failed to fetch projects: 500"],
  ["timeout", 0, "Failed to fetch projects: no answer"],
  ["refuse", 200, "Worker response indicates failure"],
])("reports and logs the failure of a worker that answers %s", async (mode, status, message) => {
  if (mode === "timeout") setDeadlines({ readAttempt: 200 });
  expect(await projectsOf(mode).listProjects()).toEqual({ ok: false, status, message });
  expect(log.warn).toHaveBeenCalledWith({ reason: message }, "projects not read");
});

test.each([
  ["no success", { result: [row()] }],
  ["success as a word", { success: "true", result: [] }],
  ["no list", { success: true, result: {} }],
])("treats a reply with %s as a failure and asks again the next time", async (_title, body) => {
  replyWith(() => json(body));
  const { listProjects } = projectsOf();
  expect(await listProjects()).toMatchObject({ ok: false, message: "Worker response indicates failure" });
  replyWith(() => rows());
  expect(await listProjects()).toEqual({ ok: true, value: [] });
});

test("leaves out invalid rows and repeated ids, and logs how many", async () => {
  const odd = [null, 5, "x", [], {}, row({ id: "" }), row({ id: ".." }), row({ id: "a/b" }), row({ title: " " })];
  const projects = await projectsFrom(...odd, row(), row({ id: "1", title: "Again" }));
  expect(projects).toMatchObject([{ id: "1", title: "A shop" }]);
  expect(log.warn).toHaveBeenCalledWith({ rows: 11, shown: 1 }, "projects left out");
});

test("needs only an id and a title of a project, and ignores other invalid fields", async () => {
  const odd = { client: {}, category: null, year: [], description: 7, technologies: 7, tags: null, image: 5, link: {} };
  const [bare, strange] = await projectsFrom(row(), row({ id: 2, ...odd }));
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
  const [project] = await projectsFrom(row({ link: address, demourl: address, githuburl: address }));
  expect([project?.link, project?.demoUrl, project?.codeUrl]).toEqual([undefined, undefined, undefined]);
});

test.each([
  ["/pictures/a.svg", "/pictures/a.svg"],
  ["https://a.example/b.png", "https://a.example/b.png"],
  ["//a.example/b.png", undefined],
  ["/\\a.example/b.png", undefined],
  ["pictures/a.svg", undefined],
  ["data:image/png;base64,AA", undefined],
])("reads the image %s as %s", async (image, expected) => {
  expect((await projectsFrom(row({ image })))[0]?.image).toBe(expected);
});

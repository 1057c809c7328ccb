import { afterEach, expect, test, vi } from "vitest";
import { sandboxDelays } from "../faults.ts";
import { resetMocks } from "../handlers.ts";

const WORKER = "http://mock.test/worker";
const list = (path = "/projects") => fetch(`${WORKER}${path}`, { headers: { Accept: "application/json" } });

afterEach(() => {
  sandboxDelays.slowMs = 3000;
  resetMocks();
});

test("lists nine projects with lists in three notations, and two demos that open", async () => {
  const { success, result } = await (await list()).json();
  expect([success, result.length]).toEqual([true, 9]);
  const notations = result.map(({ technologies }: { technologies: unknown }) =>
    Array.isArray(technologies) ? "array" : String(technologies).startsWith("[") ? "JSON" : "commas",
  );
  expect(new Set(notations)).toEqual(new Set(["array", "JSON", "commas"]));
  const demos = result.flatMap(({ demourl }: { demourl?: string }) => demourl ?? []);
  expect(demos).toHaveLength(2);
  for (const demo of demos) {
    const page = await fetch(demo);
    expect([page.status, page.headers.get("X-Frame-Options")]).toEqual([200, null]);
    expect(await page.text()).toContain("<h1>");
  }
});

test("serves the pictures of its projects as PNG", async () => {
  const { result } = await (await list()).json();
  const remote = result.flatMap(({ image = "" }) => (image.startsWith("http") ? image : []));
  expect(remote).toHaveLength(2);
  for (const src of remote) {
    const response = await fetch(src);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(await response.text()).toMatch(/^.PNG/);
  }
  expect((await fetch(`${WORKER}/pictures/other.png`)).status).toBe(404);
});

test.each([
  ["another method", () => fetch(`${WORKER}/projects`, { method: "POST" })],
  ["a request that does not accept JSON", () => fetch(`${WORKER}/projects`, { headers: { Accept: "text/html" } })],
  ["an unknown mode", () => list("/projects/nonsense")],
  ["an unknown path", () => list("/posts")],
])("refuses %s as malformed", async (_title, call) => {
  vi.mocked(console.error).mockImplementation(() => {});
  expect((await call()).status).toBe(400);
  vi.mocked(console.error).mockClear();
});

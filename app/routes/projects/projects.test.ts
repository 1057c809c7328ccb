import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { server } from "#mocks/node.ts";

afterEach(() => {
  vi.resetModules();
});

type Row = Record<string, unknown>;

/** Both routes with an empty cache, and a project service that lists these rows, or those of the mock. */
async function routes(rows?: Row[] | "down") {
  vi.resetModules();
  if (rows !== undefined) {
    const response = () =>
      rows === "down" ? HttpResponse.json({}, { status: 500 }) : HttpResponse.json({ success: true, result: rows });
    server.use(http.get("*/worker/projects", response));
  }
  return { list: await import("./list.tsx"), detail: await import("./detail.tsx") };
}

const ask = (path: string, id?: string) => {
  const context: { frames?: readonly string[] } = {};
  const params = id === undefined ? {} : { id };
  return { args: { request: new Request(env.origin + path), params, context }, context };
};

async function cards(rows?: Row[]) {
  const { list } = await routes(rows);
  const { args, context } = ask("/projects");
  const page = await list.loader(args);
  return { cards: page?.data.cards ?? [], frames: context.frames, status: page?.init?.status };
}

async function detail(id: string, rows?: Row[] | "down", search = "") {
  const { detail } = await routes(rows);
  const { data, init } = await detail.loader(ask(`/projects/${id}${search}`, id).args);
  return { project: data.project, status: init?.status, cache: new Headers(init?.headers).get("Cache-Control") };
}
const row = (rest: Row = {}) => ({ id: 1, title: "A shop", ...rest });

describe("the project grid", () => {
  it("shows the projects with three technologies in a sentence, and their kind", async () => {
    const { cards: shown } = await cards();
    expect(shown).toHaveLength(9);
    expect(shown[0]).toMatchObject({
      path: "/projects/1",
      title: "Mama Njeri Foods",
      madeWith: "Made with Remix, PostgreSQL and M-PESA Daraja",
      isMobile: false,
      picture: { src: "/pictures/project-kitchen.svg" },
    });
    expect(shown.filter(({ isMobile }) => isMobile).map(({ path }) => path)).toEqual(["/projects/2", "/projects/4"]);
    expect(shown.find(({ path }) => path === "/projects/5")?.picture?.src).toMatch(/^\/images\?src=/);
    expect(shown.find(({ path }) => path === "/projects/8")?.picture).toBeUndefined();
  });

  it.each([
    [[], ""],
    [["React", "Node"], "Made with React and Node"],
    [["React", "Node", "SQL"], "Made with React, Node and SQL"],
    [["React", "Node", "SQL", "CSS"], "Made with React, Node and SQL"],
  ])("describes the technologies %j as %j", async (technologies, sentence) => {
    expect((await cards([row({ technologies })])).cards[0]?.madeWith).toBe(sentence);
  });

  it("renders although a project id has half a surrogate pair, which no URL can contain", async () => {
    vi.spyOn(log, "warn").mockImplementation(() => {});
    expect((await cards([row({ id: "a\ud800" }), row({ id: 2 })])).cards.map(({ path }) => path)).toEqual([
      "/projects/2",
    ]);
  });

  it("renders with status 503 when the project service fails", async () => {
    vi.spyOn(log, "warn").mockImplementation(() => {});
    const { list } = await routes("down");
    const page = await list.loader(ask("/projects").args);
    expect([page?.data.cards, page?.init?.status]).toEqual([null, 503]);
  });

  it("is not rendered beneath a project that was opened by its URL", async () => {
    const { list } = await routes();
    expect(await list.loader(ask("/projects/2", "2").args)).toBeNull();
  });

  it("shows the default tile for a picture of a host that is not allowed", async () => {
    const { cards: shown } = await cards([row({ image: "https://elsewhere.example/a.png" })]);
    expect(shown[0]?.picture).toBeUndefined();
  });
});

describe("the frame sources of the content security policy", () => {
  const app = (demourl: string) => row({ id: demourl.length, category: "Mobile App", demourl });

  it("are the origins of all demos, each once, on the grid and on a project's page", async () => {
    const rows = [app("https://a.example/x"), app("https://a.example/y"), app("https://b.example:8443/"), row()];
    const { list } = await routes(rows);
    for (const { args, context } of [ask("/projects"), ask("/projects/1", "1")]) {
      await list.loader(args);
      expect(context.frames).toEqual(["https://a.example", "https://b.example:8443"]);
    }
  });

  it("include no project that is not an app, and no page of the site", async () => {
    const rows = [row({ category: "Website", demourl: "https://a.example" }), app(`${env.origin}/login`)];
    const { cards: shown, frames } = await cards(rows);
    expect(frames).toEqual([]);
    expect(shown.map(({ demoUrl }) => demoUrl !== undefined)).toEqual([false, false]);
  });

  it.each(["https://*/", "https://*.com/", "https://a.example;sandbox/", "https://a,default-src/", "https://'self'/"])(
    "are none of %s, which would be another policy",
    async (demourl) => {
      const { cards: shown, frames } = await cards([
        app(demourl),
        { ...app("http://[2001:db8::1]:8080/"), id: "good" },
      ]);
      expect(frames).toEqual(["http://[2001:db8::1]:8080"]);
      expect(shown.map(({ demoUrl }) => demoUrl !== undefined)).toEqual([false, true]);
    },
  );
});

describe("the page of a project", () => {
  it("uses the demo of a project that is not an app as its live site, unless it has one", async () => {
    const demourl = "https://demo.example/";
    const site = row({ category: "Website", demourl });
    expect((await detail("1", [site])).project).toMatchObject({ liveUrl: demourl, demoUrl: undefined });
    const both = row({ category: "Website", demourl, link: "https://live.example/" });
    expect((await detail("1", [both])).project?.liveUrl).toBe("https://live.example/");
  });

  it("shows the short description when the long one is missing", async () => {
    expect((await detail("1", [row({ description: "Short." })])).project?.paragraphs).toEqual(["Short."]);
  });

  it.each(["tumaini-school", "9"])("is found by the id %s", async (id) => {
    expect((await detail(id)).project?.path).toBe(`/projects/${id}`);
  });

  it.each(["nobody", "0", "__proto__", "2 ", "%2e%2e"])("has status 404 for the id %j", async (id) => {
    const asked = await detail(id).catch((thrown) => thrown);
    expect(asked.init.status).toBe(404);
  });

  it("has status 503, not 404, while the project service fails", async () => {
    vi.spyOn(log, "warn").mockImplementation(() => {});
    expect(await detail("2", "down")).toMatchObject({ project: null, status: 503 });
  });

  it.each([
    ["", null],
    ["?demo=1", null],
    ["?utm_source=x", null],
    ["?demo=2", "private, no-cache"],
    ["?%64emo=2", "private, no-cache"],
    ["?demo", "private, no-cache"],
    ["?demo=1&demo=1", "private, no-cache"],
    ["?a=1&demo=1", "private, no-cache"],
  ])("is cacheable, except with an unknown query value: %j", async (search, cache) => {
    expect((await detail("2", undefined, search)).cache).toBe(cache);
  });

  it("revalidates for another project, not when the demo is switched on", async () => {
    const { detail } = await routes();
    const go = (from: string, to: string) =>
      detail.shouldRevalidate({
        currentUrl: new URL("http://a.example"),
        nextUrl: new URL("http://a.example"),
        currentParams: { id: from },
        nextParams: { id: to },
        defaultShouldRevalidate: true,
      });
    expect([go("2", "2"), go("2", "4")]).toEqual([false, true]);
  });
});

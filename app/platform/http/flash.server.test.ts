import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { peekFlash, redirectWithFlash, takeFlash } from "./flash.server.ts";

const SENT = { about: "contact", title: "Message sent successfully" };
type Visit = { path?: string; givenBack?: string; headers?: Record<string, string> };
const RELOAD = { headers: { "Cache-Control": "max-age=0" } };

/** A browser that has just sent the contact form. `visit` opens a page and returns the title of the message that it shows. */
async function browser() {
  const keep = (cookie: string | null) => /^flash=([^;]*)/.exec(cookie ?? "")?.[0];
  let cookie = keep((await redirectWithFlash("/contact", SENT)).headers.get("Set-Cookie"));
  return {
    hasMessage: () => cookie !== "flash=",
    async visit({ path = "/contact", givenBack, headers = {} }: Visit = {}) {
      const request = new Request(`http://127.0.0.1:3000${path}`, { headers: { ...headers, Cookie: cookie ?? "" } });
      const promised = await peekFlash(request);
      const context = givenBack === undefined ? {} : { givenBack };
      const shown = await takeFlash(request, {
        ...context,
        appendCookie: (text) => {
          cookie = keep(text);
        },
      });
      if (givenBack === undefined) expect(promised).toEqual(shown);
      return shown?.title;
    },
  };
}

it("shows a flash message on one page", async () => {
  const { visit, hasMessage } = await browser();
  expect(await visit()).toBe(SENT.title);
  expect(await visit({ path: "/blog" })).toBeUndefined();
  expect(hasMessage()).toBe(false);
});

it("shows a flash message again when its page is reloaded, because the page may have been cut off", async () => {
  const { visit } = await browser();
  await visit();
  for (let times = 0; times < 3; times += 1) expect(await visit(RELOAD)).toBe(SENT.title);
});

it("shows a flash message again, with its time, when somebody goes back to the form, because its page may have been cut off", async () => {
  const at = new Date("2026-11-30T11:05:00Z");
  vi.useFakeTimers({ toFake: ["Date"], now: at });
  const form = "/contact?domain=njeri.com";
  const arrival = { headers: { Referer: `http://127.0.0.1:3000${form}&posted` } };
  const back = { path: form, headers: { "Sec-Fetch-Mode": "navigate" } };
  const { visit } = await browser();
  expect(await visit(arrival)).toBe(SENT.title);
  for (let times = 0; times < 2; times += 1) {
    vi.setSystemTime(at.getTime() + 60_000);
    expect(await visit(back)).toBe(`${SENT.title} (14:05)`);
  }
  // Back to the form, and forward to the page, which is cut off again.
  expect(await visit(RELOAD)).toBe(SENT.title);
  vi.useRealTimers();
});

it.each([
  ["a link to the form", { path: "/contact", headers: { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1" } }],
  ["Back to another page", { path: "/blog", headers: { "Sec-Fetch-Mode": "navigate" } }],
  ["a browser that does not say how it came", { path: "/contact" }],
])("does not show a flash message again after %s", async (_, next) => {
  const { visit, hasMessage } = await browser();
  await visit({ path: "/sent", headers: { Referer: "http://127.0.0.1:3000/contact?posted" } });
  expect(await visit(next)).toBeUndefined();
  expect(hasMessage()).toBe(false);
});

it("does not show a flash message again after a visit to any page, a link to the same page or a rejected form", async () => {
  const path = fc.constantFrom("/contact", "/contact?domain=njeri.com", "/blog");
  const other = fc.record({
    path,
    givenBack: fc.constantFrom(undefined, "contact", "newsletter"),
    headers: fc.constantFrom({}, RELOAD.headers, { Pragma: "no-cache" }),
  });
  const visits = fc.array(other, { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(visits, path, async (between, last) => {
      const { visit } = await browser();
      await visit();
      let isOnPage = true;
      for (const { givenBack, ...one } of between) {
        const isReload = one.path === "/contact" && one.headers !== undefined && Object.keys(one.headers).length > 0;
        isOnPage &&= isReload && (givenBack === undefined || givenBack === "newsletter");
        const title = await visit(givenBack === undefined ? one : { ...one, givenBack });
        expect(title).toBe(isOnPage && givenBack === undefined ? SENT.title : undefined);
      }
      expect(await visit({ path: last, ...RELOAD })).toBe(isOnPage && last === "/contact" ? SENT.title : undefined);
    }),
  );
});

it("keeps the flash message of another form for the next page", async () => {
  const { visit } = await browser();
  expect(await visit({ givenBack: "newsletter" })).toBeUndefined();
  expect(await visit()).toBe(SENT.title);
});

it("drops an earlier flash message of the form that is shown again", async () => {
  const { visit, hasMessage } = await browser();
  expect(await visit({ givenBack: "contact" })).toBeUndefined();
  expect(hasMessage()).toBe(false);
});

import fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { readPageKey } from "#app/platform/text/page-key.ts";
import type { Browser } from "./browser.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";
import { database, FIRST, first } from "./two-customers.ts";

let wanjiku: Browser;
beforeAll(async () => {
  wanjiku = await staffBrowser();
});
beforeEach(async () => {
  await database.query("truncate messages, payments, orders cascade");
});

const two = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, "0"));
const offset = fc.oneof(
  fc.constant("Z"),
  fc.tuple(fc.constantFrom("+", "-"), two(30), two(70)).map(([s, h, m]) => `${s}${h}:${m}`),
);
const moment = fc
  .tuple(
    fc.constantFrom("0000", "0001", "2026", "2027", "2028", "9999"),
    two(13),
    two(32),
    two(25),
    two(61),
    two(61),
    offset,
  )
  .map(
    ([year, month, day, hour, minute, second, zone]) => `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`,
  );

test("a time in a URL that is read as a key is a time for the database too", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 200, maxLength: 200 }), async (moments) => {
      const read = moments.filter((at) => readPageKey(`${at}~a`, "text"));
      await expect(
        database.query("select one::timestamptz from unnest($1::text[]) as one", [read]),
      ).resolves.toHaveLength(read.length);
    }),
    { numRuns: 20 },
  );
  // As the database writes them.
  for (const at of ["2026-11-28T07:00:00+00:00", "2024-02-29T23:59:59.123456+03:00", "2026-11-28T07:00:00.5Z"]) {
    expect(readPageKey(`${at}~a`, "text")).toEqual({ at, key: "a" });
  }
});

const ODD = [
  "2026-02-31T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "2026-01-01T00:00:00+23:59",
  "2026-01-01T24:00:01Z",
  "1",
  "",
];
const PLACES = ["after", "before"];
const DNS = "/dashboard/domains/mamamboga.co.ke/dns";

test.each([
  ["/desk/orders", PLACES],
  ["/desk/messages", PLACES],
  ["/desk/payments", PLACES],
  ["/desk/payments?state=all", PLACES],
  ["/desk/payments?state=etims", PLACES],
  ["/desk/log", ["after"]],
  ["/desk/posts", ["drafts", "published"]],
  ["/desk/projects", ["drafts"]],
  ["/dashboard", ["after"]],
  ["/dashboard/orders", ["after"]],
  [DNS, ["page"]],
  [`${DNS}/history`, ["before", "record"]],
  ["/blog", ["page"]],
] as const)("%s shows a page for any key in its URL", async (path, names) => {
  const browser = path.startsWith("/desk") ? wanjiku : first;
  for (const name of names) {
    for (const value of ODD.flatMap((at) => [at, `${at}~1`, `${at}~${FIRST.id}`])) {
      const url = `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ [name]: value })}`;
      expect([url, (await renderPage(browser, url)).status]).toEqual([url, 200]);
    }
  }
});

const addMessages = (from: number, to: number) =>
  database.query(
    `insert into messages (key, name, email, subject, message, created_at)
     select 'message-' || n, 'A', 'a@b.ke', 'Subject ' || n, 'T', timestamptz '2026-11-01' - interval '1 minute' * (n / 3)
     from generate_series($1::integer, $2::integer) as n`,
    [from, to],
  );

/** Follows a list to its end, or back. `between` is called after each page. */
async function follow(path: string, rel: "next" | "prev", between = async (_page: number) => {}) {
  const pages: string[][] = [];
  let last = path;
  for (let url: string | null | undefined = path; url; ) {
    last = url;
    const page = await readPage(url, wanjiku);
    pages.push(page.texts(".pane-rows b"));
    [url] = page.links(`a[rel=${rel}]`);
    await between(pages.length);
  }
  return { pages, last };
}

test.each([0, 1, 50, 51, 100, 101])(
  "a list of %i rows has each once, forwards and back, and no empty page",
  async (size) => {
    await addMessages(1, size);
    const { pages, last } = await follow("/desk/messages", "next");
    expect(pages.map((page) => page.length)).toEqual(
      size === 0 ? [0] : Array.from({ length: Math.ceil(size / 50) }, (_, page) => Math.min(50, size - page * 50)),
    );
    expect(new Set(pages.flat()).size).toBe(size);
    const back = await follow(last, "prev");
    expect(new Set(back.pages.flat())).toEqual(new Set(pages.flat()));
  },
);

test("a row that stays in the table is shown once, even if other rows are added and deleted between two pages", async () => {
  await addMessages(1, 160);
  const { pages } = await follow("/desk/messages", "next", async (page) => {
    // Newer rows and older ones of the same minutes, and the row at the end of the page goes.
    await addMessages(page * -30, page * -30 + 10);
    await addMessages(1000 * page, 1000 * page + 5);
    await database.query("delete from messages where key = any($1::text[])", [
      [`message-${page * 50}`, `message-${page * 50 + 1}`, `message-${160 - page * 50}`],
    ]);
  });
  const shown = pages.flat().filter((title) => /^Subject ([1-9]|[1-9]\d|1[0-5]\d|160)$/.test(title));
  expect(new Set(shown).size).toBe(shown.length);
  const stayed = await database.query(
    "select subject from messages where key ~ '^message-([1-9]|[1-9][0-9]|1[0-5][0-9]|160)$'",
  );
  expect(stayed.length).toBeGreaterThan(140);
  expect(stayed.filter(({ subject }) => !shown.includes(String(subject)))).toEqual([]);
});

test("a customer's orders at the end of a page are shown once", async () => {
  for (const size of [50, 51, 100]) {
    await database.query("truncate orders cascade");
    await database.query(
      `insert into orders (user_id, kind, domain, price_ksh, idempotency_key, created_at)
       select $1, 'register', 'name' || n || '.co.ke', 1500, 'order-' || n, timestamptz '2026-11-01' - interval '1 minute' * (n / 3)
       from generate_series(1, $2::integer) as n`,
      [FIRST.id, size],
    );
    const found: string[] = [];
    for (let url: string | null | undefined = "/dashboard/orders"; url; ) {
      const page = await readPage(url, first);
      found.push(...(page.html.match(/(?<![\w.])name\d+\.co\.ke/g) ?? []));
      [url] = page.links("a[rel=next]");
    }
    expect(new Set(found).size).toBe(size);
  }
});

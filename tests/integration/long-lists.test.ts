import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listPostIndex } from "#app/blog/posts.table.server.ts";
import { countWork } from "#app/desk/work.ts";
import { listWork } from "#app/desk/work-rows.table.server.ts";
import { listDomains } from "#app/domains/domains.table.server.ts";
import { listCurrentOrders } from "#app/orders/own-lists.table.server.ts";
import { readCsv } from "../read-csv.ts";
import type { Browser } from "./browser.ts";
import { clientOf } from "./demo-customers.ts";
import { AGO, expectAll, many, ROWS, walkPages } from "./long-lists.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";
import { database, FIRST, first } from "./two-customers.ts";

let wanjiku: Browser;
beforeAll(async () => {
  wanjiku = await staffBrowser();
});
beforeEach(async () => {
  await database.query(
    "truncate orders, bills, payments, messages, mails, newsletter_issues, saved_answers, school_interest, posts, domains cascade",
  );
});

const walk = (path: string, rows: string, browser = wanjiku) => walkPages(path, rows, browser);
const csv = async (path: string) => readCsv((await renderPage(wanjiku, path)).html);

describe("a customer", () => {
  const names = () =>
    database.query(
      many(
        "domains (user_id, name, expiry_date)",
        `'${FIRST.id}', 'name' || n || '.co.ke', now() + interval '1 day' * (n % 40)`,
      ),
    );

  test("sees each of many names once, finds one, and reads how many there are", async () => {
    await names();
    const listed = await listDomains(await clientOf(first), FIRST.id);
    expect(listed.ok && listed.value.length).toBe(ROWS);
    expectAll(await walk("/dashboard", ".names-list tbody th", first));
    const page = await readPage("/dashboard", first);
    expect(page.texts(".names-list tbody tr")).toHaveLength(50);
    expect(page.texts("main p")).toContainEqual(expect.stringMatching(`^${ROWS} names `));
    // A name that is on none of the first pages.
    const found = await readPage(`/dashboard?q=name${ROWS - 1}.`, first);
    expect(found.texts(".names-list tbody th")).toEqual([`name${ROWS - 1}.co.ke`]);
    expect(found.texts(".tools [role=status]")).toEqual([`1 of ${ROWS} names`]);
    // All of them end within forty days, and most within thirty.
    const [words = ""] = page.texts(".hello p");
    const items = Number(/^\d+/.exec(words)?.[0]);
    expect(items).toBeGreaterThan(ROWS / 2);
    expect(page.texts(".needs li")).toHaveLength(20);
    expect(page.texts("main").join()).toContain(`${items - 20} more are not listed here`);
    expect(page.html.length).toBeLessThan(250_000);
    expect((await readPage("/dashboard/orders/renew", first)).texts("main").join()).toContain(`${ROWS - 20} more`);
  });

  test("keeps ticked names and the order on all pages", async () => {
    await names();
    const sorted = await readPage("/dashboard?sort=name&pick=name999.co.ke&pick=oumaelectronics.co.ke", first);
    const shown = sorted.texts(".names-list tbody th");
    expect(shown).toEqual([...shown].sort());
    expect(sorted.all("[name=pick][type=hidden]").map((one) => one.getAttribute("value"))).toEqual(["name999.co.ke"]);
    const onPage = await readPage(`/dashboard?sort=name&pick=${shown[0]}`, first);
    expect(onPage.all("[name=pick][checked]").map((one) => one.getAttribute("value"))).toEqual([shown[0]]);
    expect(sorted.all("[name=sort][type=hidden]")).toHaveLength(1);
    const [next] = sorted.all("button[name=after]");
    const after = next?.getAttribute("value") ?? "";
    const second = await readPage(`/dashboard?${new URLSearchParams({ sort: "name", after })}`, first);
    const [firstOfSecond = ""] = second.texts(".names-list tbody th");
    expect(firstOfSecond > (shown.at(-1) ?? "")).toBe(true);
  });

  test("sees each of many orders once, also one whose bill is old", async () => {
    await database.query(
      many(
        "bills (id, user_id, reference, amount_ksh, opened_at)",
        `md5('b' || n)::uuid, '${FIRST.id}', 'M' || lpad(n::text, 7, '0'), 1500, ${AGO}`,
      ),
    );
    await database.query(
      many(
        "orders (user_id, kind, domain, price_ksh, idempotency_key, bill_id, created_at)",
        `'${FIRST.id}', 'register', 'order' || n || '.co.ke', 1500, 'k' || n, md5('b' || n)::uuid, ${AGO}`,
      ),
    );
    expectAll(await walk("/dashboard/orders", "article h2", first));
    const current = await listCurrentOrders(await clientOf(first), FIRST.id, new Date());
    expect(current.ok && current.value.length).toBe(ROWS);
  });
});

describe("the desk", () => {
  const orders = () =>
    database.query(
      many(
        "orders (user_id, kind, domain, price_ksh, idempotency_key, created_at)",
        `'${FIRST.id}', 'register', 'order' || n || '.co.ke', 0, 'k' || n, ${AGO}`,
      ),
    );

  test("has each of many orders once, in the list and the file, and counts them", async () => {
    await orders();
    expectAll(await walk("/desk/orders", ".pane-rows b"));
    expect((await readPage("/desk/orders", wanjiku)).texts(".pane-heading").join()).toContain(`of ${ROWS}`);
    expectAll((await csv("/desk/orders.csv")).slice(1).map(([, , domain = ""]) => domain));
  });

  test("says on the work list and in the morning's mail how much waits, also what is not in the list", async () => {
    await orders();
    const work = await listWork([]);
    expect(work.ok && countWork(work.value)).toEqual({
      words: [`${ROWS} orders`],
      all: ROWS,
      allWords: String(ROWS),
    });
    const page = await readPage("/desk", wanjiku);
    expect(page.texts(".pane-rows li")).toHaveLength(100);
    expect(page.texts("main").join()).toContain(`These are the 100 oldest of ${ROWS}.`);
  });

  test.each([
    [
      "services (user_id, kind, domain, plan, state, starts_on, ends_on, price_ksh, provider, access)",
      `'${FIRST.id}', 'hosting', 's' || n || '.co.ke', 'deluxe', 'active', current_date - n % 99, current_date + n % 99, 1, 'hand',
       case when n % 2 = 0 then '{}' else '{"panel": "https://p.ke"}' end::jsonb`,
    ],
    ["messages (key, name, email, subject, message)", "'message-' || n, 'A', 'a' || n || '@b.ke', 'S' || n, 'T'"],
  ])("has each of many rows of %s once", async (into, values) => {
    await database.query(many(into, values));
    expectAll(await walk(`/desk/${into.split(" ", 1)}`, ".pane-rows b"));
  });

  test("has each of many payments once", async () => {
    await database.query(
      many(
        "payments (code, amount_ksh, paid_at, received_at, source, state)",
        `'S' || lpad(n::text, 9, '0'), 100, ${AGO}, ${AGO}, 'paybill', 'unmatched'`,
      ),
    );
    for (const state of ["todo", "unmatched", "all"]) {
      expectAll(await walk(`/desk/payments?state=${state}`, ".pane-rows .pane-words"));
    }
  });

  test("has each of many lines of the log once, in the list and the file", async () => {
    await database.query(
      many(
        "desk_log (staff, staff_email, did, about_kind, about_id, at)",
        `'${FIRST.id}', 'staff@example.co.ke', 'order-taken', 'order', md5('o' || n)::uuid::text, ${AGO}`,
      ),
    );
    const [{ lines }] = (await database.query("select count(*)::integer as lines from desk_log")) as [
      { lines: number },
    ];
    expect((await csv("/desk/log.csv")).slice(1)).toHaveLength(lines);
    let listed = 0;
    for (let path: string | undefined = "/desk/log"; path; ) {
      const page = await readPage(path, wanjiku);
      listed += page.texts(".desk-list > li").length;
      [path] = page.link("Older") as string[];
    }
    expect(listed).toBe(lines);
  });

  test("has each of many receipts in the month's file", async () => {
    await database.query(
      many(
        "bills (id, user_id, reference, amount_ksh, paid_ksh, paid_at, number, issued_number, fulfilled_at)",
        `md5('b' || n)::uuid, '${FIRST.id}', 'M' || lpad(n::text, 7, '0'), 1500, 1500, now(), '2026-' || n, '2026-' || n, now()`,
      ),
    );
    await database.query(
      many(
        "receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_cents, seller, buyer, lines, paid_with)",
        `'2026-' || n, md5('b' || n)::uuid, '${FIRST.id}', now(), 1500, 0, '{}', '{}', '[]', '[]'`,
      ),
    );
    expectAll((await csv("/desk/payments.csv")).slice(1).map(([, , number = ""]) => number));
  });

  test("has each of many schools in the file, and says that the list is a part", async () => {
    await database.query(
      many(
        "school_interest (name, email, phone, school, status)",
        `'A', 'a' || n || '@b.ke', '0712345678', 'School ' || n, 'confirmed'`,
      ),
    );
    expectAll((await csv("/desk/schools.csv")).slice(1).map(([school = ""]) => school));
    expect((await readPage("/desk/schools", wanjiku)).texts("main").join()).toContain("The file has all.");
  });

  test("has each of many posts once, and says where a list is a part", async () => {
    await database.query(
      many(
        "posts (slug, title, excerpt, content, category, created_at, published_at)",
        `'post-' || n, 'Post ' || n, 'E', 'Text.', 'Business', ${AGO}, ${AGO}`,
      ),
    );
    expectAll(await walk("/desk/posts", ".pane-rows b"));
    const index = await listPostIndex();
    expect(index.ok && index.value.length).toBe(ROWS);
    expect((await renderPage(wanjiku, "/sitemap.xml")).html.match(/\/blog\/post-/g)).toHaveLength(ROWS);
    await database.query(many("saved_answers (title, body, changed_by)", `'Title ' || n, 'B', '${FIRST.id}'`));
    expect((await readPage("/desk/messages/answers", wanjiku)).texts("main").join()).toContain(
      "These are the first 200",
    );
    await database.query(many("newsletter_issues (title, content)", `'Issue ' || n, 'T'`));
    expect((await readPage("/desk/newsletter", wanjiku)).texts("main").join()).not.toContain("(100)");
  });

  test("says of many failed mails that there are more", async () => {
    await database.query(
      many(
        "mails (key, message_id, kind, recipient, subject, body_text, failed_at)",
        `'key-of-' || n, '<' || n || '@a.ke>', 'receipt', 'a@b.ke', 'S', 'T', ${AGO}`,
      ),
    );
    expect((await readPage("/desk/mails", wanjiku)).texts("main").join()).toContain("There are more.");
  });
});

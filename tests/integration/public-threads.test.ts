import { describe, expect, test } from "vitest";
import { purgeMessages } from "#app/contact/messages.table.server.ts";
import { createSeal } from "#app/platform/abuse/seal.server.ts";
import { seal } from "#app/platform/abuse/site-seal.server.ts";
import { TAGS } from "../hostile-texts.ts";
import { flashTextOf, newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import {
  answerMails,
  hiddenOf,
  newThread,
  partsOf,
  pathOf,
  press,
  reply,
  second,
  staff,
  stateOf,
  threadPath,
} from "./desk-threads.ts";
import { renderPage } from "./render-page.ts";
import { STAFF } from "./staff.ts";

describe("the public page of a thread", () => {
  test("shows the thread to whoever has its link, without notes and names of staff, and no cache keeps it", async () => {
    const id = await newThread({ subject: "Bei ya jina" });
    await press(staff, id, "answer", "1,500 a year.");
    await press(staff, id, "note", "Careful.");
    const [mail] = await answerMails();
    const path = /\/thread\/[\w-]+/.exec(String(mail?.body_text))?.[0] ?? "";
    const { status, html, headers } = await renderPage(newBrowser(), path);
    expect([status, headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    expect(html).toContain('<meta name="robots" content="noindex"');
    for (const words of ["Bei ya jina", "Habari", "1,500 a year."]) expect(html).toContain(words);
    for (const words of ["Careful.", "Wanjiku", STAFF.email, "njeri@example.co.ke"]) expect(html).not.toContain(words);
  });

  test("takes words once, tells the agency once, and opens the thread again for who has it", async () => {
    const id = await newThread();
    await press(staff, id, "answer", "1,500.");
    await press(staff, id, "close");
    const path = threadPath(id);
    const partCount = hiddenOf((await renderPage(newBrowser(), path)).html, "partCount") ?? "";
    const send = () => renderPage(newBrowser(), path, Object.entries({ message: "Sawa.", partCount, website_2: "" }));
    for (const { status, to } of await Promise.all([send(), send(), send()])) expect([status, to]).toEqual([303, path]);
    expect(await stateOf(id)).toEqual({ state: "new", taken_by: STAFF.id });
    expect((await partsOf(id)).at(-1)).toEqual({ side: "them", body: "Sawa." });
    const told = await database.query("select name, subject, message, kind from messages where kind = 'reply'");
    expect(told).toEqual([{ name: "Njeri", subject: "Re: Bei", message: "Sawa.", kind: "reply" }]);
    // From a new page the same words are new.
    expect((await reply(id, "Sawa.")).status).toBe(303);
    expect(await partsOf(id)).toHaveLength(3);
  });

  test("asks a challenge when the honeypot is filled, refuses an empty or long text, and counts as a contact message", async () => {
    const id = await newThread({ email: "often@example.co.ke" });
    const path = threadPath(id);
    const send = (message: string, website_2 = "", partCount = "1") =>
      renderPage(newBrowser(), path, Object.entries({ message, website_2, partCount }));
    expect((await send("Sawa", "https://spam.example")).html).toContain('name="answer"');
    for (const text of [" ", "x".repeat(5001), "a\0b"]) expect((await send(text)).status).toBe(400);
    for (let at = 0; at < 5; at++) expect((await send(`Number ${at}`)).status).toBe(303);
    const limited = await send("Number 6");
    expect([limited.status, limited.html.includes("Number 6</textarea>")]).toEqual([429, true]);
    expect(await partsOf(id)).toHaveLength(5);
  });

  test("leads to the contact form if its link is not ours, has expired, or its thread was deleted", async () => {
    const id = await newThread();
    const path = threadPath(id);
    await database.query("update messages set touched_at = now() - interval '366 days' where id = $1", [id]);
    await purgeMessages();
    const other = createSeal(Buffer.alloc(32)).seal(id, 1000);
    const browser = newBrowser();
    for (const link of [path, "/thread/x", `/thread/${seal(id, 1000)}`, `/thread/${other}`, "/thread/%00"]) {
      const { status, to, headers } = await renderPage(browser, link);
      expect([link, status, to]).toEqual([link, 303, "/contact"]);
      expect(flashTextOf(headers)).toContain("This conversation is over");
    }
    // A form that was open keeps what was typed.
    const sent = await renderPage(
      browser,
      path,
      Object.entries({ message: "Still here", website_2: "", partCount: "1" }),
    );
    expect([sent.status, sent.html.includes("Still here</textarea>")]).toEqual([404, true]);
  });

  test("does not open what is no visitor's message", async () => {
    const notification = await newThread({ kind: "order" });
    expect((await renderPage(newBrowser(), threadPath(notification))).to).toBe("/contact");
  });
});

test("a year after the last word a thread is deleted with its parts, and not before", async () => {
  const [old, late] = [await newThread(), await newThread()];
  await database.query(
    "update messages set created_at = now() - interval '2 years', touched_at = now() - interval '366 days'",
  );
  await reply(late, "Still there?");
  await purgeMessages();
  expect(await database.query("select id from messages where kind = 'visitor'")).toEqual([{ id: late }]);
  expect(await partsOf(old)).toEqual([]);
});

test("hostile texts of strangers are shown as text on each page and in each mail", async () => {
  const tags = TAGS.map((tag) => tag.replaceAll("\0", "")).filter((tag) => /<\w|<!|<\//.test(tag));
  const long = tags.join("\n").slice(0, 5000);
  const id = await newThread({ name: long.slice(0, 200), subject: long.slice(0, 300), message: long });
  expect((await reply(id, long)).status).toBe(303);
  for (const form of ["note", "came", "answer"]) await press(staff, id, form, long.slice(0, 2000));
  const answer: [string, string][] = [
    ["title", long.slice(0, 60).replaceAll("\n", " ")],
    ["body", long],
  ];
  expect((await renderPage(staff, "/desk/messages/answers", answer)).status).toBe(303);
  const [saved] = await database.query("select id from saved_answers");
  const pages = [`${pathOf(id)}?use=${saved?.id}`, "/desk/messages?state=answered", "/desk/messages/answers"];
  const htmls = await Promise.all([...pages, threadPath(id)].map(async (path) => (await renderPage(staff, path)).html));
  htmls.push(
    (await press(second, id, "answer", long)).html,
    ...(await answerMails()).map((mail) => String(mail.body_html)),
  );
  for (const html of htmls) {
    // Our own scripts are not the stranger's.
    const shown = html.replace(/<script[^>]*>(\(\(\)=>|import |window\.__remix)[\s\S]*?<\/script>/g, "");
    for (const tag of tags) expect(shown).not.toContain(tag);
    expect(shown).not.toMatch(/<(img|svg|iframe|object|embed|base|marquee|math)\b[^>]*hit/);
    expect(html).not.toMatch(/<a [^>]*href="(javascript|data):/);
  }
});

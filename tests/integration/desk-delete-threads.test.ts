import { describe, expect, test } from "vitest";
import type { Browser } from "./browser.ts";
import { flashTextOf, newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import { hiddenOf, logOf, newThread, pathOf, press, reply, second, staff, threadPath } from "./desk-threads.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

const LIST = "/desk/messages?select=1";
const left = async () =>
  (await database.query("select subject from messages order by subject")).map((row) => row.subject);

/** Sends the form that deletes a thread, with the version that its page has now or, if `older` is given, had before. */
async function remove(browser: Browser, id: string, reason = "spam", older?: string) {
  const expectedVersion = older ?? hiddenOf((await renderPage(browser, pathOf(id))).html, "expectedVersion") ?? "";
  const sent = await renderPage(browser, pathOf(id), Object.entries({ form: "delete", reason, expectedVersion }));
  return { ...sent, expectedVersion };
}

/** Returns the values of the list's boxes, by the subject of their messages. */
async function boxesOf(browser: Browser, list = LIST): Promise<Record<string, string>> {
  const { document } = await readPage(list, browser);
  const boxes = [...document.querySelectorAll<HTMLInputElement>("input[name=thread]")];
  return Object.fromEntries(boxes.map((box) => [box.getAttribute("aria-label")?.replace("Tick: ", ""), box.value]));
}
const ticked = (values: readonly (string | undefined)[], reason: string) =>
  [...values.map((value) => ["thread", value]), ["reason", reason]] as [string, string][];

describe("deleting one message", () => {
  test("takes its answers, notes and mails with it, and the log keeps its id and the reason only", async () => {
    const [spam, other] = [await newThread({ subject: "Buy now" }), await newThread({ subject: "Bei" })];
    for (const id of [spam, other]) {
      await press(staff, id, "answer", "Hello");
      await press(staff, id, "note", "Odd");
    }
    await reply(spam, "Buy it now");
    // The mail by which the agency learns of the message still waits.
    await database.query(
      `insert into mails (key, message_id, kind, recipient, subject, body_text)
       select 'contact-' || key, '<a@example.co.ke>', 'contact', 'info@example.co.ke', subject, message from messages where id = $1`,
      [spam],
    );
    expect(await left()).toEqual(["Bei", "Buy now", "Re: Buy now"]);
    expect((await remove(staff, spam)).status).toBe(303);

    expect(await left()).toEqual(["Bei"]);
    expect(await database.query("select from message_parts where message_id = $1", [spam])).toEqual([]);
    expect((await database.query("select subject from mails")).map((row) => row.subject)).toEqual(["Re: Bei"]);
    expect((await logOf(spam)).at(-1)).toBe("message-deleted");
    expect(await database.query("select customer, detail from desk_log where did = 'message-deleted'")).toEqual([
      { customer: null, detail: { reason: "spam" } },
    ]);
    expect(await database.query("select from desk_log where detail::text ~* 'buy|njeri'")).toEqual([]);
  });

  test("leaves an unknown page at the desk, and ends the conversation for the visitor", async () => {
    const id = await newThread();
    const unknown = await renderPage(staff, pathOf("0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01"));
    await remove(staff, id);
    const gone = await renderPage(staff, pathOf(id));
    expect([gone.status, unknown.status]).toEqual([404, 404]);
    expect((await renderPage(newBrowser(), threadPath(id))).html).not.toContain("Habari");
    expect((await press(staff, id, "close", undefined, "")).status).toBe(404);
    expect((await remove(second, id, "spam", "2026-12-02T05:00:00+00:00")).status).toBe(404);
  });

  test("gives back what a colleague typed meanwhile, with who deleted it and when", async () => {
    const id = await newThread();
    await remove(staff, id);
    for (const form of ["answer", "note", "came"]) {
      const { status, html } = await press(second, id, form, "Ni KSh 1,500 kwa mwaka.");
      expect([form, status]).toEqual([form, 404]);
      for (const words of [/deleted it at \d\d:\d\d/, "Copy it before you leave", "Ni KSh 1,500 kwa mwaka."])
        expect(html).toMatch(words);
      expect(html).not.toContain("Send it again");
    }
  });

  test("happens once if the form is sent twice", async () => {
    const id = await newThread();
    const { expectedVersion } = await remove(staff, id, "asked");
    expect(await remove(staff, id, "asked", expectedVersion)).toMatchObject({ status: 303, to: "/desk/messages" });
    expect(await logOf(id)).toEqual(["message-deleted"]);
  });

  test("is refused without a reason, while a colleague has it, and after something was added", async () => {
    const id = await newThread();
    for (const reason of ["", "bored"]) {
      const { status, html } = await remove(staff, id, reason);
      expect([status, html.includes("Please choose a reason.")]).toEqual([400, true]);
    }
    const before = hiddenOf((await renderPage(staff, pathOf(id))).html, "expectedVersion") ?? "";
    await reply(id, "One more thing");
    expect((await remove(staff, id, "spam", before)).status).toBe(409);
    expect((await remove(staff, id, "spam", "")).status).toBe(409);
    await press(second, id, "take");
    expect((await renderPage(staff, pathOf(id))).html).not.toContain("Delete the message");
    const now = hiddenOf((await renderPage(second, pathOf(id))).html, "expectedVersion") ?? "";
    const taken = await remove(staff, id, "spam", now);
    expect([taken.status, taken.html.includes("Baraka Otieno took it")]).toEqual([409, true]);
    await press(second, id, "close");
    expect((await remove(staff, id)).status).toBe(303);
  });
});

describe("deleting ticked messages", () => {
  test("deletes them, and keeps those that a colleague has or to which something was added", async () => {
    const ids = new Map<string, string>();
    for (const subject of ["A", "B", "C", "D", "E"]) ids.set(subject, await newThread({ subject }));
    const boxes = await boxesOf(staff);
    expect(Object.keys(boxes).sort()).toEqual(["A", "B", "C", "D", "E"]);
    await press(second, ids.get("C") ?? "", "take");
    await reply(ids.get("D") ?? "", "Are you there?");
    const form = ticked([boxes.A, boxes.B, boxes.C, boxes.D], "test");
    for (const _press of [1, 2]) {
      const sent = await renderPage(staff, LIST, form);
      expect(sent).toMatchObject({ status: 303, to: "/desk/messages" });
      expect(flashTextOf(sent.headers)).toMatch(/2 messages are deleted.*Kept: 2\./);
      expect(await left()).toEqual(["C", "D", "E", "Re: D"]);
    }
    const logged = "select from desk_log where did = 'message-deleted' and about_id = any($1)";
    expect(await database.query(logged, [[...ids.values()]])).toHaveLength(2);
  });

  test("returns what was ticked if the reason is missing, and says so if nothing is ticked", async () => {
    await newThread({ subject: "A" });
    const { A } = await boxesOf(staff);
    const missing = await renderPage(staff, LIST, ticked([A], ""));
    expect([missing.status, /<input[^>]*checked=""[^>]*>/.test(missing.html)]).toEqual([400, true]);
    const none = await renderPage(staff, LIST, ticked([], "spam"));
    expect([none.status, none.html.includes("Please tick a message.")]).toEqual([400, true]);
    for (const value of ["x", `${A?.split(" ")[0]} yesterday`])
      expect((await renderPage(staff, LIST, ticked([value], "spam"))).status).toBe(400);
    const many = Array.from({ length: 51 }, () => A);
    expect((await renderPage(staff, LIST, ticked(many, "spam"))).html).toContain("at most 50 messages");
    expect(await left()).toEqual(["A"]);
  });

  test("notices of the site have no boxes", async () => {
    await newThread({ kind: "order", subject: "Order of x.co.ke" });
    expect(await boxesOf(staff, "/desk/messages?state=notices&select=1")).toEqual({});
  });
});

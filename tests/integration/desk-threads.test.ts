import { describe, expect, test } from "vitest";
import { demoCustomers } from "#mocks/demo-customers.ts";
import { newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import {
  answerMails,
  logOf,
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
import { SECOND_STAFF, STAFF } from "./staff.ts";

describe("a thread", () => {
  test("is taken, given back, closed and reopened, each with its line in the log", async () => {
    const id = await newThread();
    for (const [form, state, holder] of [
      ["take", "taken", STAFF.id],
      ["give-back", "new", null],
      ["close", "closed", STAFF.id],
      ["reopen", "new", null],
    ]) {
      for (const _press of [1, 2]) {
        const older = form === "close" ? (await renderPage(staff, pathOf(id))).html : undefined;
        expect([form, (await press(staff, id, String(form), undefined, older)).status]).toEqual([form, 303]);
      }
      expect(await stateOf(id)).toEqual({ state, taken_by: holder });
    }
    expect(await logOf(id)).toEqual(["message-taken", "message-given-back", "message-closed", "message-reopened"]);
  });

  test("in a colleague's hand is neither answered nor closed: 409 with who and when, and the text stays", async () => {
    const id = await newThread();
    const older = (await renderPage(second, pathOf(id))).html;
    await press(staff, id, "take");
    for (const [form, body] of [["take"], ["close"], ["answer", "Our price is 1,500."]] as const) {
      const refused = await press(second, id, form, body, older);
      expect([form, refused.status]).toEqual([form, 409]);
      expect(refused.html).toMatch(/Wanjiku Kamau took it at \d\d:\d\d\./);
      if (body) expect(refused.html).toContain(`${body}</textarea>`);
    }
    expect(await answerMails()).toEqual([]);
    // Given back by a colleague, it is free; a page from before that frees nobody else's.
    expect((await press(second, id, "give-back")).status).toBe(303);
    await press(staff, id, "take");
    const stale = (await renderPage(second, pathOf(id))).html;
    await press(staff, id, "give-back");
    await press(second, id, "take");
    expect((await press(staff, id, "give-back", undefined, stale)).status).toBe(409);
    expect(await stateOf(id)).toMatchObject({ state: "taken", taken_by: SECOND_STAFF.id });
  });

  test("is answered by one mail from the brand, however often the form is sent", async () => {
    const id = await newThread({ subject: "Bei <b>gani</b>\u2028?", message: "secret words" });
    const page = (await renderPage(staff, pathOf(id))).html;
    const presses = await Promise.all(
      [1, 2, 3].map(() => press(staff, id, "answer", "It is\n1,500.\n\n<Karibu>", page)),
    );
    expect(presses.map(({ status }) => status)).toEqual([303, 303, 303]);
    // The same words from a new page within a minute.
    expect((await press(staff, id, "answer", "It is\n1,500.\n\n<Karibu>")).status).toBe(303);
    const mails = await answerMails();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      recipient: "njeri@example.co.ke",
      reply_to: "info@mtandao.co.ke",
      subject: "Re: Bei <b>gani</b> ?",
      body_text: expect.stringMatching(/^This is our answer[\s\S]*It is\n1,500\.\n\n<Karibu>[\s\S]*\/thread\/[\w-]+/),
      body_html: expect.stringContaining("It is<br>\n1,500.</p>"),
    });
    expect(JSON.stringify(mails)).not.toMatch(/secret words|Njeri|<Karibu><\/p>|gani<\/b>"/);
    expect(await stateOf(id)).toEqual({ state: "answered", taken_by: STAFF.id });
    expect(await logOf(id)).toEqual(["message-answered"]);
    // Other words are another answer.
    expect((await press(staff, id, "answer", "And it is free.")).status).toBe(303);
    expect(await answerMails()).toHaveLength(2);
  });

  test("is not answered or closed over words that its page did not show; the typed answer stays", async () => {
    const id = await newThread();
    const page = (await renderPage(staff, pathOf(id))).html;
    expect((await reply(id, "And by when?")).status).toBe(303);
    for (const [form, body] of [["close"], ["answer", "It is 1,500."]] as const) {
      const refused = await press(staff, id, form, body, page);
      expect([refused.status, refused.html.includes("It was changed after you opened")]).toEqual([409, true]);
      expect(refused.html).toContain("And by when?");
      if (body) expect(refused.html).toContain(`${body}</textarea>`);
    }
  });

  test("gets notes and what came by mail from anybody; what came opens it again for who has it", async () => {
    const id = await newThread();
    await press(staff, id, "answer", "1,500.");
    await press(staff, id, "close");
    expect((await press(second, id, "note", "She called.")).status).toBe(303);
    expect(await stateOf(id)).toMatchObject({ state: "closed" });
    expect((await press(second, id, "came", "Sawa!\n> 1,500.")).status).toBe(303);
    expect(await stateOf(id)).toEqual({ state: "new", taken_by: STAFF.id });
    expect(await partsOf(id)).toEqual([
      { side: "us", body: "1,500." },
      { side: "note", body: "She called." },
      { side: "them", body: "Sawa!\n> 1,500." },
    ]);
    expect((await renderPage(newBrowser(), threadPath(id))).html).not.toContain("She called.");
    expect(await logOf(id)).toEqual(["message-answered", "message-closed", "message-noted", "message-came"]);
  });

  test.each([
    ["answer", 5000],
    ["note", 2000],
    ["came", 10_000],
  ])("takes %ss of 1 to %d characters and keeps longer ones in the form", async (form, longest) => {
    const id = await newThread();
    for (const [body, status] of [
      [" ", 400],
      ["x".repeat(longest + 1), 400],
      ["x".repeat(longest), 303],
    ] as const) {
      const sent = await press(staff, id, form, body);
      expect(sent.status).toBe(status);
      if (status === 400 && body !== " ") expect(sent.html).toContain(`${body}</textarea>`);
    }
  });

  test("that is a notice, or does not exist, has no form", async () => {
    const notification = await newThread({ kind: "order", subject: "Order of x.co.ke" });
    const shown = await renderPage(staff, pathOf(notification));
    expect([shown.status, shown.html.includes('name="form"')]).toEqual([200, false]);
    for (const id of [notification, "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a99", "x", "%00"]) {
      for (const form of ["take", "answer", "nothing"]) {
        const sent = await renderPage(staff, pathOf(id), [
          ["form", form],
          ["body", "x"],
          ["partCount", "0"],
        ]);
        expect([id, form, sent.status]).toEqual([id, form, 404]);
      }
    }
  });

  test("shows names and orders of its address only if an account with it is confirmed", async () => {
    const [{ email, id: user }] = demoCustomers;
    const id = await newThread({ email: email.toUpperCase() });
    expect((await renderPage(staff, pathOf(id))).html).toContain("mamamboga.co.ke");
    await database.query("update auth.users set email_confirmed_at = null where id = $1", [user]);
    expect((await renderPage(staff, pathOf(id))).html).not.toContain("mamamboga.co.ke");
    await database.query("update auth.users set email_confirmed_at = now() where id = $1", [user]);
  });

  test("whose address no mail server takes is not answered, and the text stays", async () => {
    const id = await newThread({ email: "a,njeri@example.co.ke" });
    const refused = await press(staff, id, "answer", "Habari");
    expect([refused.status, refused.html.includes("No mail reaches this address")]).toEqual([400, true]);
  });
});

test("an answer whose mail cannot be queued is not added, and its text stays", async () => {
  const id = await newThread();
  const page = (await renderPage(staff, pathOf(id))).html;
  await database.query("alter table mails rename to gone");
  const failed = await press(staff, id, "answer", "It is 1,500.", page);
  await database.query("alter table gone rename to mails");
  expect([failed.status, failed.html.includes("It is 1,500.</textarea>")]).toEqual([503, true]);
  expect([await partsOf(id), await logOf(id), await stateOf(id)]).toEqual([[], [], { state: "new", taken_by: null }]);
  expect((await press(staff, id, "answer", "It is 1,500.", page)).status).toBe(303);
  expect(await answerMails()).toHaveLength(1);
});

// Imported first, so that modules which read the settings get these.
import "./smtp-settings.ts";
import { describe, expect, it } from "vitest";
import { seal } from "#app/platform/abuse/site-seal.server.ts";
import { action as contact } from "#app/routes/contact/page.tsx";
import { newBrowser } from "./browser.ts";
import { staff } from "./desk-threads.ts";
import { database, newEmail, send } from "./lead-forms.ts";
import { renderPage } from "./render-page.ts";

const typed = { name: "Njeri", subject: "Bei", message: "Habari", website_2: "" };
const write = (fields: Record<string, string>) => send(contact, "/contact", { ...typed, ...fields });
const stored = async (email: string) =>
  (await database.query("select id, phone from messages where email = $1", [email]))[0];
const mailOf = async (email: string) =>
  (await database.query("select body_text from mails where reply_to = $1", [email]))[0]?.body_text;

describe("the phone number of a message", () => {
  it.each([
    ["0712 345 678", "+254712345678", "0712 345678"],
    ["\u200b+254 (0) 712-345678\u00a0", "+254712345678", "0712 345678"],
    ["\u201c00254712345678\u201d", "+254712345678", "0712 345678"],
    ["020 234 5678", "+254202345678", "020 2345678"],
    ["+44 20 7946 0958", "+442079460958", "+44 20 7946 0958"],
    ["0712345678 or 0722345678", "+254712345678", "0712 345678"],
  ])("%j is stored, in the agency's mail, and at the desk to call and to write to", async (phone, number, words) => {
    const email = newEmail();
    expect((await write({ email, phone })).status).toBe(303);
    const row = await stored(email);
    expect(row?.phone).toBe(number);
    expect(String(await mailOf(email)).split("\n")).toContain(`Phone: ${words}`);
    const { html } = await renderPage(staff, `/desk/messages/${row?.id}`);
    expect(html).toContain(`href="tel:${number}"`);
    expect(html).toContain(`href="https://wa.me/${number.slice(1)}"`);
    expect(html.replaceAll("<!-- -->", "")).toContain(`Call ${words}`);
  });

  it.each(["", " \u200b "])("%j is none", async (phone) => {
    const email = newEmail();
    expect((await write({ email, phone })).status).toBe(303);
    const row = await stored(email);
    expect(row?.phone).toBeNull();
    expect(await mailOf(email)).not.toContain("Phone");
    expect((await renderPage(staff, `/desk/messages/${row?.id}`)).html).not.toContain("wa.me/254");
  });

  it.each(["07", "njeri", "0712 345 678 901 234", "9".repeat(400)])(
    "%j is refused, and what was typed stays",
    async (phone) => {
      const email = newEmail();
      const { status, data } = await write({ email, phone });
      expect([status, Object.keys(data?.result.error ?? {})]).toEqual([400, ["phone"]]);
      expect(data?.result.initialValue).toMatchObject({ phone, email, message: typed.message });
      expect(await stored(email)).toBeUndefined();
    },
  );
});

describe("the thanks", () => {
  it("name the address to which the answer goes, without scripts and however often the page is loaded", async () => {
    const email = newEmail();
    const { status, to, html } = await renderPage(newBrowser(), "/contact", Object.entries({ ...typed, email }));
    expect([status, html]).toEqual([303, ""]);
    for (let load = 0; load < 3; load++) {
      const page = (await renderPage(newBrowser(), to ?? "")).html.replaceAll("<!-- -->", "");
      expect(page).toContain("Thank you!");
      expect(page).toContain(`Our answer goes to <b translate="no">${email}</b>`);
      expect(page).not.toContain("Send message");
    }
    expect(to).not.toContain(email.split("@")[0]);
  });

  it.each([
    ["", "an empty one"],
    ["x".repeat(300), "an invented one"],
    [seal("njeri@example.co.ke", 1000), "another sealed text"],
    [seal({ sentTo: "njeri@example.co.ke" }, -1), "an old one"],
  ])("are not shown for %j (%s)", async (sent) => {
    const { html } = await renderPage(newBrowser(), `/contact?${new URLSearchParams({ sent })}`);
    expect(html).toContain("Send message");
    expect(html).not.toContain("njeri@example.co.ke");
  });
});

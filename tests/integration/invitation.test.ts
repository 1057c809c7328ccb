import { describe, expect, test } from "vitest";
import * as confirm from "#app/routes/account/confirm.tsx";
import * as reset from "#app/routes/account/reset.tsx";
import { newBrowser } from "./browser.ts";
import { database, linkIn, mails, newEmail, pageResult, signUp, whoIs } from "./customers.ts";
import { renderPage } from "./render-page.ts";

describe("an invitation", () => {
  /** Creates what "Invite user" of a project does: an account without a password, and a mailed link. */
  async function invite() {
    const email = newEmail();
    await signUp(newBrowser(), email);
    await database.query(
      "update auth.users set encrypted_password = '', raw_user_meta_data = '{}', invited_at = now() where email = $1",
      [email],
    );
    return { email, link: { token_hash: linkIn(mails.at(-1)).token_hash, type: "invite" } };
  }

  test("opens a page that explains it, and leads to a new password", async () => {
    const { email, link } = await invite();
    const browser = newBrowser();
    const { status, html } = await renderPage(browser, `/auth/confirm?${new URLSearchParams(link)}`);
    expect(status).toBe(200);
    expect(html).toContain("You are invited");
    expect(html).toContain("Choose my password");
    expect(await pageResult(confirm.action(browser.visit("/auth/confirm", link)))).toMatchObject({
      to: "/login/reset",
    });
    expect(
      await pageResult(reset.action(browser.visit("/login/reset", { password: "second password" }))),
    ).toMatchObject({ to: "/" });
    expect(await whoIs(browser)).toMatchObject({ kind: "known", account: { email } });
  });

  test("leads to a new link after it was used", async () => {
    const { link } = await invite();
    await pageResult(confirm.action(newBrowser().visit("/auth/confirm", link)));
    const { status, html } = await renderPage(newBrowser(), "/auth/confirm", Object.entries(link));
    expect(status).toBe(400);
    expect(html).toContain("This link no longer works");
    expect(html).toContain('href="/login/forgot"');
  });
});

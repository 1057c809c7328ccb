import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { newBrowser } from "./browser.ts";
import "./database.ts";
import { readPage } from "./read-page.ts";

// tests/integration/without-payments.test.ts tests the same pages of a site without M-PESA.
const mainOf = async (path: string) => (await readPage(path, newBrowser())).texts("main").join();

describe("on a site whose customers pay by M-PESA", () => {
  test.each(["/terms", "/questions"])("%s no longer says that nothing is charged on the site", async (path) => {
    expect(await mainOf(path)).not.toContain("Nothing is charged");
  });

  test("the terms say when M-PESA takes money, and when we pay it back", async () => {
    expect(await mainOf("/terms")).toContain(
      "You pay by M-PESA, and only after you type your PIN. What we can’t do after you paid, we pay back.",
    );
  });

  test("the privacy policy says what Safaricom gets, and for how long we keep the phone number", async () => {
    const words = await mainOf("/privacy");
    expect(words).toContain("If you pay by M-PESA, Safaricom gets your phone number and the amount.");
    expect(words).toContain("We keep the number for 30 days, then its last three digits.");
  });
});

import { HttpResponse, http } from "msw";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endSecondStep } from "#app/accounts/second-steps.table.server.ts";
import { sealStepSecret } from "#app/accounts/step.server.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { appCodeOf } from "#mocks/demo-staff.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { database } from "./database.ts";
import { signedIn, whoIs } from "./demo-customers.ts";
import { everything, FORMS, PRIVATE } from "./private-pages.ts";
import { renderPage } from "./render-page.ts";
import { STAFF } from "./staff.ts";

const [CUSTOMER] = demoCustomers;

beforeAll(() => createDemoCustomers(database));
beforeEach(() => resetMocks());

describe("a session that was begun before the second step was switched on elsewhere", () => {
  /** The other sessions could not be ended. */
  async function unstepped() {
    const browser = await signedIn(CUSTOMER.email);
    await database.query(
      `insert into public.second_steps (user_id, secret, confirmed_at) values ($1, $2, now()) on conflict do nothing`,
      [CUSTOMER.id, sealStepSecret(STAFF.secret)],
    );
    return browser;
  }
  afterEach(() => endSecondStep(CUSTOMER.id));

  test.each(FORMS.filter(([name]) => name !== "signing out"))(
    "changes nothing by the form of %s, and is led to the second step",
    async (_name, path, fields) => {
      const browser = await unstepped();
      const before = await everything();
      const response = await renderPage(browser, path, Object.entries(fields));
      expect([303, 307]).toContain(response.status);
      expect(response.to).toMatch(/^\/login\/step\?redirectTo=/);
      expect(await everything()).toBe(before);
    },
  );

  test("reads no page of the account, and its name is on no page", async () => {
    const browser = await unstepped();
    for (const path of PRIVATE.filter((one) => !one.startsWith("/desk"))) {
      const { status, to } = await renderPage(browser, path);
      expect([path, status, to]).toEqual([path, 302, expect.stringMatching(/^\/login\/step\?redirectTo=/)]);
    }
    expect((await renderPage(browser, "/")).html).not.toContain(CUSTOMER.email);
  });

  test("gets back what it typed after the code", async () => {
    const browser = await unstepped();
    const typed: [string, string][] = [
      ["form", "you"],
      ["name", "Njeri W."],
      ["phone", ""],
    ];
    const refused = await renderPage(browser, "/profile", typed);
    const kept = await renderPage(browser, refused.to ?? "", typed);
    const [, draft = ""] = /name="draft" value="([^"]+)"/.exec(kept.html) ?? [];
    const code: [string, string][] = [
      ["code", appCodeOf(STAFF.secret)],
      ["draft", draft],
    ];
    const passed = await renderPage(browser, "/login/step?redirectTo=%2Fprofile", code);
    expect(passed.html).toMatch(/name="name" value="Njeri W\."/);
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
  });

  test("stays signed in, and gets 503, while the database does not answer", async () => {
    const browser = await unstepped();
    const known = await signedIn(CUSTOMER.email);
    await endSecondStep(CUSTOMER.id);
    await whoIs(known);
    server.use(http.post("*/rest/v1/rpc/stepped_at", () => new HttpResponse(null, { status: 503 })));
    expect(await renderPage(browser, "/profile")).toMatchObject({ status: 503 });
    expect(browser.jar.has("sb-auth-token")).toBe(true);
    // The answer of a moment ago counts meanwhile.
    expect(await renderPage(known, "/profile")).toMatchObject({ status: 200 });
  });
});

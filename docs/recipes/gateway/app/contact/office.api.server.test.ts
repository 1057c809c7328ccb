import { expect, test } from "vitest";
import { createOffice, officeHours } from "./office.api.server.ts";

test("returns whether the office is open, and until when", async () => {
  expect(officeHours, "OFFICE_URL has no mock in app/platform/settings.json").not.toBeNull();
  expect(await officeHours?.()).toEqual({ ok: true, value: { isOpen: true, until: "17:00" } });
});

test("returns the service's message if it fails", async () => {
  const office = createOffice({ url: "http://office.test/office/error500" });
  expect(await office()).toMatchObject({ ok: false, status: 500, message: "Internal error." });
});

import { describe, expect, test } from "vitest";
import { zones } from "#mocks/zones.ts";
import { DOMAIN, type Fields, formOf, insertRecord, newRecord, post } from "./dns-pages.ts";

describe("a text that receivers would reject", () => {
  const text = (content: string, more: Fields = {}) =>
    newRecord({ type: "TXT", shownType: "TXT", name: "@", content, once: "same", ...more });
  const BROKEN = "v=DMARC1; p=none";

  test("is saved only after its customer has read why, with the same values", async () => {
    const asked = await post("add", text(BROKEN));
    expect(asked).toMatchObject({ status: 422, errors: { content: [expect.stringContaining(`_dmarc.${DOMAIN}`)] } });
    expect([asked.typed.content, zones.writes().create]).toEqual([BROKEN, 0]);
    const { sure = "" } = asked.carry;
    // Another value is another question.
    const other = await post("add", text("v=DKIM1; p=", { sure }));
    expect([other.status, other.carry.sure === sure]).toEqual([422, false]);
    expect(await post("add", text(BROKEN, { sure }))).toMatchObject({ status: 303 });
    expect(zones.writes().create).toBe(1);
    // The same press again is the same record.
    expect(await post("add", text(BROKEN, { sure }))).toMatchObject({ status: 303 });
    expect(zones.writes().create).toBe(1);
  });

  test("is not asked about, and told after saving, if receivers can use it", async () => {
    const note = text("v=DMARC1; p=none; rau=mailto:a@example.com", { name: "_dmarc.shop" });
    expect(await post("add", note)).toMatchObject({ status: 303 });
    expect(zones.writes().create).toBe(1);
  });

  test("is asked about when a record is changed to it, and not while only its TTL changes", async () => {
    const record = insertRecord("abc", { type: "TXT", content: '"v=DMARC1; p=none"' });
    const fields = await formOf(record);
    expect((await post("edit", { ...fields, ttl: "300" }, { record })).status).toBe(303);
    const asked = await post("edit", { ...(await formOf(record)), content: "v=spf1 include:a.com~all" }, { record });
    expect(asked).toMatchObject({ status: 422, errors: { content: [expect.stringContaining("include:a.com ~all")] } });
  });
});

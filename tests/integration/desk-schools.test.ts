import { beforeEach, describe, expect, test } from "vitest";
import { nowMs } from "#app/platform/clock.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { TAGS } from "../hostile-texts.ts";
import { type Browser, flashTextOf } from "./browser.ts";
import { database } from "./database.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, staffBrowser } from "./staff.ts";

const day = (ahead: number) => dateOf(dayNumber(new Date(nowMs())) + ahead).iso;
const SCHOOL = "Kibera Hills";
let browser: Browser;
let lead: string;

/** Inserts a school and returns its id. */
async function newSchool(columns: Record<string, unknown> = {}): Promise<string> {
  const row = {
    ...{ name: "Grace Wanjiru", email: "head@kibera.example", phone: "0712 345 678", phone_e164: "+254712345678" },
    ...{ school: SCHOOL, status: "sent", submission_key: crypto.randomUUID(), ...columns },
  };
  const names = Object.keys(row);
  const [made] = await database.query(
    `insert into school_interest (${names}) values (${names.map((_, index) => `$${index + 1}`)}) returning id`,
    Object.values(row),
  );
  return String(made?.id);
}

beforeEach(async () => {
  await database.query("delete from school_interest");
  browser = await staffBrowser();
  lead = await newSchool();
});

const pathOf = (id = lead) => `/desk/schools/${id}`;
const post = (fields: Record<string, string>, by = browser, path = pathOf()) =>
  renderPage(by, path, Object.entries(fields));
const SAVE = { form: "school", stage: "new", next_on: "", note: "", expectedState: "new|" };
const stateOf = async () => (await database.query("select stage, next_on::text from school_interest"))[0];
const notes = async () => (await database.query("select body from desk_notes")).map(({ body }) => body);
const logged = async () =>
  (await database.query("select did, detail from desk_log where about_id = $1 order by id", [lead])).map(
    ({ did, detail }) => [did, detail],
  );

describe("the list of schools", () => {
  test("has confirmed schools only: first those with a next date, then the newest", async () => {
    await newSchool({ school: "Unconfirmed", status: "unconfirmed" });
    await newSchool({ school: "Later", next_on: day(9) });
    await newSchool({ school: "Soon", next_on: day(1) });
    await newSchool({ school: "Older", created_at: "2026-01-01T00:00:00Z" });
    await newSchool({ school: "Won", stage: "won" });
    expect((await readPage("/desk/schools", browser)).texts(".cover")).toEqual(["Soon", "Later", SCHOOL, "Older"]);
    expect((await readPage("/desk/schools?stage=won", browser)).texts(".cover")).toEqual(["Won"]);
    expect((await readPage("/desk/schools?stage=constructor", browser)).texts(".cover")).toHaveLength(4);
    expect((await renderPage(browser, pathOf(await newSchool({ status: "unconfirmed" })))).status).toBe(404);
  });

  test("is a file too, in which no cell is a formula", async () => {
    await newSchool({ school: "=1+1", name: "@SUM(A1)", stage: "won", student_count: "500+" });
    const { html, headers } = await renderPage(browser, "/desk/schools.csv?stage=won");
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(html.split("\r\n")[1]).toMatch(
      /^'=1\+1,Won,,'@SUM\(A1\),headteacher,0712 345678,[^,]*,500 or more,.*,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
    );
    expect((await renderPage(browser, "/desk/schools.csv")).html).toContain(`\r\n${SCHOOL},New,`);
  });
});

describe("the form of a school", () => {
  test("saves stage, next date and note together, logs them without the note's words, and shows them", async () => {
    const form = { ...SAVE, stage: "called", next_on: day(3), note: "Call the bursar\r\nafter ten" };
    expect(await post(form)).toMatchObject({ status: 303, to: pathOf() });
    expect(await stateOf()).toEqual({ stage: "called", next_on: day(3) });
    expect(await logged()).toEqual([
      ["school-changed", { stage: ["new", "called"], next_on: [null, day(3)] }],
      ["note-added", {}],
    ]);
    const { texts, field } = await readPage(pathOf(), browser);
    expect(texts(".stranger")).toEqual(["Call the bursar after ten"]);
    expect(texts("main").join()).toContain("Wanjiku Kamau changed this school: New to Called, next");
    expect([field("Stage").value, field("Next date (optional)").value]).toEqual(["called", day(3)]);
  });

  test("does nothing when it is sent twice", async () => {
    const form = { ...SAVE, stage: "called", note: "Once" };
    for (let time = 0; time < 2; time++) expect((await post(form)).status).toBe(303);
    expect([await notes(), (await logged()).length]).toEqual([["Once"], 2]);
  });

  test("with only a note keeps what somebody else has changed meanwhile", async () => {
    await post({ ...SAVE, stage: "visited", next_on: day(2) }, await staffBrowser(SECOND_STAFF));
    expect((await post({ ...SAVE, note: "Nice people" })).status).toBe(303);
    expect([await stateOf(), await notes()]).toEqual([{ stage: "visited", next_on: day(2) }, ["Nice people"]]);
  });

  test.each([
    ["an unknown stage", { stage: "king" }],
    ["a day that does not exist", { next_on: "2027-02-30" }],
    ["a day in the past", { next_on: day(-1) }],
    ["a day too far ahead", { next_on: day(731) }],
    ["a note that is too long", { note: "x".repeat(2001) }],
    ["a note with a NUL", { note: "a\0b" }],
  ])("rejects %s, stores nothing and keeps the note", async (_what, fields) => {
    const response = await post({ ...SAVE, note: "My long note", ...fields });
    expect(response.status).toBe(400);
    if (!("note" in fields)) expect(response.html).toContain(">My long note</textarea>");
    expect([await stateOf(), await notes(), await logged()]).toEqual([{ stage: "new", next_on: null }, [], []]);
  });

  test("takes a note although the next date has passed", async () => {
    await database.query("update school_interest set next_on = $1", [day(-5)]);
    const form = { ...SAVE, next_on: day(-5), expectedState: `new|${day(-5)}`, note: "Late" };
    expect([(await post(form)).status, await notes()]).toEqual([303, ["Late"]]);
  });

  test("shows hostile texts as text", async () => {
    await database.query("update school_interest set school = $1, name = $2", [TAGS[0], TAGS[1]]);
    for (const note of TAGS.slice(0, 20)) await post({ ...SAVE, note });
    const page = await readPage(pathOf(), browser);
    expect(page.texts("h1")).toEqual([TAGS[0]]);
    expect(page.all(".stranger")).toHaveLength(20);
    expect(page.all("main script, main img, main svg:not(.icon), main math, main iframe, main style")).toEqual([]);
  });
});

describe("erasing a school", () => {
  const erase = (typed: string, by = browser) => post({ form: "erase", typed }, by);

  test("needs its name, and deletes the school, its notes and its mails and nothing else", async () => {
    await newSchool({ school: "Another", submission_key: "another-0001" });
    const mailOf = (key: string, recipient: string) =>
      database.query(
        `insert into mails (key, message_id, kind, recipient, subject, body_text)
         values ($1, '<' || $1 || '@x.ke>', 'school', $2, 'S', 'T')`,
        [key, recipient],
      );
    await mailOf(`school-school-${lead}`, "Head@Kibera.example");
    await mailOf("order-of-the-same-address", "head@kibera.example");
    await post({ ...SAVE, note: "Grace is kind" });
    expect((await erase("Kibera")).status).toBe(400);
    expect(await notes()).toHaveLength(1);
    expect(await erase("  kibera   HILLS ")).toMatchObject({ status: 303, to: "/desk/schools" });
    expect(await database.query("select school from school_interest")).toEqual([{ school: "Another" }]);
    expect(await database.query("select key from mails")).toEqual([{ key: "order-of-the-same-address" }]);
    expect(await notes()).toEqual([]);
    await database.query("delete from mails");
    const log = JSON.stringify(await database.query("select * from desk_log"));
    expect(log).toContain("school-erased");
    expect(log).not.toMatch(/Kibera|Grace|0712|254712/i);
  });

  test("says the same when it is sent twice, and who was faster when two do it", async () => {
    const outcome = async (by: Browser) => flashTextOf((await erase(SCHOOL, by)).headers);
    for (let time = 0; time < 2; time++) expect(await outcome(browser)).toContain("The school is erased");
    const late = /Wanjiku Kamau erased this school at \d\d:\d\d\./;
    expect(await outcome(await staffBrowser(SECOND_STAFF))).toMatch(late);
    expect(await logged()).toEqual([["school-erased", {}]]);
  });
});

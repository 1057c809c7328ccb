import { beforeEach, describe, expect, test } from "vitest";
import type { Finding } from "#app/dns/mail/health-rules.ts";
import type { MailForm } from "#app/dns/mail/mail-forms.ts";
import type { PlanPreview } from "#app/dns/plan-preview.server.ts";
import { DOMAIN, database, jobOf, load, post, stored } from "./dns-pages.ts";

const EMPTY = "fundiwaviatu.co.ke";

type Mail = { findings: Finding[]; choices: MailForm[]; chosen: (MailForm & { plan: PlanPreview }) | null };
type Page = { mail: Mail | null; place: Record<"typed" | "at" | "error" | "live", string> };
const look = (domain: string, query = "") => load<Page>("mail", { domain, query });
const codesOf = async (query = "") => (await look(EMPTY, query)).data?.mail?.findings.map(({ code }) => code);

beforeEach(() => database.query("delete from dns_jobs"));

describe("mail at a name below the domain", () => {
  const at = (name: string) => `?at=${encodeURIComponent(name)}`;

  test.each([`info@news.${EMPTY}`, "NEWS"])(
    "is shown and connected for the name that was pasted as %s",
    async (typed) => {
      const { status, data } = await look(EMPTY, `${at(typed)}&with=google`);
      expect([status, data?.place]).toMatchObject([200, { at: `news.${EMPTY}`, error: "" }]);
      const names = data?.mail?.chosen?.plan.changes.map(({ after }) => after?.name);
      expect(names).toEqual(["news", "news", "_dmarc.news"]);
    },
  );

  test("is connected by the changes that its page showed, and then judged there and not at the domain", async () => {
    const query = at("news");
    const { data } = await look(EMPTY, `${query}&with=google`);
    const before = stored("@", EMPTY);
    const response = await post(
      "mail",
      { preset: "google", expectedVersion: data?.mail?.chosen?.plan.version ?? "" },
      { domain: EMPTY, query },
    );
    expect(response.to).toContain("/dns/history/");
    expect(stored("news", EMPTY).map(({ type, content }) => `${type} ${content}`)).toEqual([
      "MX smtp.google.com",
      'TXT "v=spf1 include:_spf.google.com ~all"',
    ]);
    expect(stored("@", EMPTY)).toEqual(before);
    const news = await look(EMPTY, query);
    expect(await codesOf(query)).toEqual(["dkim-missing", "mx-ok", "spf-ok", "dmarc-watching"]);
    expect(news.data?.mail?.choices.filter(({ isInUse }) => isInUse).map(({ provider }) => provider)).toEqual([
      "google",
    ]);
    expect(news.data?.place.live).toBe(`/dashboard/domains/${EMPTY}/dns/live?name=news.${EMPTY}`);
    expect(await codesOf()).toEqual(["mx-missing", "dmarc-missing"]);
    const again = await post("mail", { preset: "google" }, { domain: EMPTY, query });
    expect(again).toMatchObject({
      title: "Nothing has to be changed",
      to: expect.stringContaining(`at=news.${EMPTY}`),
    });
  });

  test("has a fix of its own", async () => {
    const response = await post("mail", { fix: "dmarc-missing" }, { domain: EMPTY, query: at("news") });
    const rows = await database.query("select after from dns_changes where job_id = $1", [jobOf(response)]);
    expect(rows).toMatchObject([{ after: { name: `_dmarc.news.${EMPTY}`, content: '"v=DMARC1; p=none"' } }]);
  });

  test.each([
    ["_x", "letters and digits"],
    [`www.${DOMAIN}`, "a CNAME allows no mail"],
  ])("is refused at the name %s, with what was typed, on the page and by its form", async (typed, words) => {
    const { status, data } = await look(DOMAIN, at(typed));
    expect([status, data?.mail, data?.place]).toMatchObject([
      400,
      null,
      { typed, error: expect.stringContaining(words) },
    ]);
    const response = await post("mail", { preset: "google" }, { domain: DOMAIN, query: at(typed) });
    expect([response.status, JSON.stringify(response.errors)]).toEqual([409, expect.stringContaining(words)]);
  });
});

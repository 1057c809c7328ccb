import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Finding } from "#app/dns/mail/health-rules.ts";
import type { MailForm } from "#app/dns/mail/mail-forms.ts";
import type { PlanPreview } from "#app/dns/plan-preview.server.ts";
import type { RecordDraft } from "#app/dns/record.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";
import { RSA_KEYS } from "../dkim-keys.ts";
import {
  DOMAIN,
  database,
  type Fields,
  jobOf,
  load,
  post,
  press,
  SECOND,
  second,
  stored,
  upstreamCalls,
  writesIn,
} from "./dns-pages.ts";

const EMPTY = "fundiwaviatu.co.ke";
const FAULTY = "safarinjema.com";
const MX = "fundiwaviatu-co-ke.r-v1.mx.microsoft";
const KEY = `v=DKIM1; k=rsa; p=${RSA_KEYS[1024]}`;

type Choice = Pick<MailForm, "provider" | "isInUse">;
type Chosen = MailForm & { plan: PlanPreview };
type Page = {
  mail: { findings: Finding[]; choices: Choice[]; chosen: Chosen | null } | null;
  failure: string;
};
const look = (domain: string, query = "") => load<Page>("mail", { domain, query });
const codesOf = async (domain: string) => (await look(domain)).data?.mail?.findings.map(({ code }) => code);
const send = (domain: string, fields: Fields) => post("mail", fields, { domain });

beforeEach(() => database.query("delete from dns_jobs"));

/** Returns the changes of the plan that a reply redirects to. */
async function planned(to: string | null): Promise<string[]> {
  const rows = await database.query("select before, after from dns_changes where job_id = $1 order by id", [
    jobOf({ to }),
  ]);
  const textOf = (record: unknown) => {
    const { type, name, priority, content } = (record ?? {}) as Partial<RecordDraft>;
    return [type, name, priority, content].filter((part) => part !== undefined).join(" ");
  };
  return rows.map(({ before, after }) => [textOf(before), textOf(after)].join(" → "));
}

/** Presses the button of the plan that a reply redirects to. */
async function carryOut(domain: string, to: string | null) {
  const response = await press(jobOf({ to }), "apply", { domain });
  expect(response.status).toBe(303);
}

describe("the page", () => {
  test("shows the state of mail, and the form of the chosen provider", async () => {
    const { status, data } = await look(DOMAIN);
    expect(status).toBe(200);
    expect(data?.mail?.findings.map(({ code }) => code)).toEqual(["mx-ok", "spf-ok", "dkim-ok", "dmarc-ok"]);
    const inUse = data?.mail?.choices.filter(({ isInUse }) => isInUse).map(({ provider }) => provider);
    expect([data?.mail?.choices.length, inUse]).toEqual([9, ["microsoft"]]);
    expect(data?.mail?.chosen).toBe(null);
    const microsoft = await look(DOMAIN, "?with=microsoft");
    expect(microsoft.data?.mail?.chosen?.values.mx).toBe("mamamboga-co-ke.mail.protection.outlook.com");
    expect(await codesOf(FAULTY)).toEqual(["spf-doubled", "dmarc-broken", "mx-proxied"]);
    expect(await codesOf(EMPTY)).toEqual(["mx-missing", "dmarc-missing"]);
  });

  test("asks for reports only without a policy, and offers to remove only providers that SPF names", async () => {
    const fieldsOf = async (domain: string) =>
      (await look(domain, "?with=microsoft")).data?.mail?.chosen?.fields.map(({ field }) => field);
    expect(await fieldsOf(EMPTY)).toEqual(["mx", "token", "dkim", "reports"]);
    expect(await fieldsOf(FAULTY)).toEqual(["mx", "token", "dkim", "leave"]);
  });

  test("shows no findings for a zone that it cannot read, or only in part", async () => {
    server.use(http.get("*/dns_records", () => new HttpResponse("", { status: 502 })));
    expect(await look(FAULTY)).toMatchObject({ status: 503, data: { mail: null, failure: /DNS records/ } });
    server.resetHandlers();
    const half = { success: true, result: [], result_info: { total_pages: 1, total_count: 2 } };
    server.use(http.get("*/dns_records", () => HttpResponse.json(half)));
    expect(await look(EMPTY)).toMatchObject({ status: 503, data: { mail: null } });
  });
});

describe("a provider's form", () => {
  test("makes the changes that its page showed by one press, also with a server that was typed", async () => {
    const { data } = await look(EMPTY, "?with=microsoft");
    const plan = data?.mail?.chosen?.plan;
    expect(plan?.changes.map(({ after }) => after?.content)).toContain("(the mail server above)");
    const response = await send(EMPTY, { preset: "microsoft", mx: MX, expectedVersion: plan?.version ?? "" });
    expect(response.to).toContain("/dns/history/");
    expect(stored("@", EMPTY).filter(({ type }) => type === "MX")).toMatchObject([{ content: MX }]);
  });

  test("previews changes that its page did not show, and none is made yet", async () => {
    const response = await send(EMPTY, { preset: "google", dkim: KEY, selector: "google", reports: `dmarc@${EMPTY}` });
    expect(response.status).toBe(303);
    expect(await planned(response.to)).toEqual([
      ` → MX ${EMPTY} 1 smtp.google.com`,
      ` → TXT ${EMPTY} "v=spf1 include:_spf.google.com ~all"`,
      ` → TXT google._domainkey.${EMPTY} "${KEY}"`,
      ` → TXT _dmarc.${EMPTY} "v=DMARC1; p=none; rua=mailto:dmarc@${EMPTY}"`,
    ]);
    expect(zones.writes()).toMatchObject({ create: 0, update: 0, delete: 0 });
  });

  test("is applied by one press, leaves one SPF record, and has nothing left to do then", async () => {
    const response = await send(FAULTY, { preset: "google" });
    await carryOut(FAULTY, response.to);
    const texts = stored("@", FAULTY).filter(({ type, content }) => type === "TXT" && content.includes("v=spf1"));
    expect(texts).toMatchObject([{ content: '"v=spf1 mx include:_spf.google.com ~all"' }]);
    expect(stored("@", FAULTY).filter(({ type }) => type === "MX")).toMatchObject([{ content: "smtp.google.com" }]);
    expect(await send(FAULTY, { preset: "google" })).toMatchObject({
      status: 303,
      to: `/dashboard/domains/${FAULTY}/dns/mail?with=google`,
      title: "Nothing has to be changed",
    });
  });

  test("lists what it leaves unchanged when nothing else is to do", async () => {
    const dkim = "selector1-mboga._domainkey.other.n-v1.dkim.mail.microsoft";
    const mx = "mamamboga-co-ke.mail.protection.outlook.com";
    const response = await send(DOMAIN, { preset: "microsoft", mx, dkim });
    expect(response).toMatchObject({ status: 303, title: "Nothing has to be changed" });
    expect(response.text).toMatch(/selector1.*selector2/);
    expect(await database.query("select id from dns_jobs")).toEqual([]);
  });

  test("is refused at its fields, keeps the input, and does not call the provider", async () => {
    const calls = upstreamCalls();
    const fields = { preset: "microsoft", mx: "mail.example.com", token: "x", dkim: "y", reports: "z" };
    const { status, errors, typed, data } = await send(EMPTY, fields);
    expect([status, data?.form, typed]).toEqual([400, "mail-microsoft", fields]);
    expect(Object.keys(errors).sort()).toEqual(["dkim", "mx", "reports", "token"]);
    expect(calls).toEqual([]);
  });

  test.each<Fields>([{}, { preset: "yahoo" }, { fix: "everything" }, { fix: "toString" }])(
    "%j is not a known provider",
    async (fields) => {
      const calls = upstreamCalls();
      expect(await send(EMPTY, fields)).toMatchObject({ status: 400 });
      expect(calls).toEqual([]);
    },
  );
});

describe("a finding's button", () => {
  test("corrects its fault by one press, and then there is nothing to fix", async () => {
    const response = await send(FAULTY, { fix: "spf-doubled" });
    expect((await planned(response.to)).length).toBeGreaterThan(0);
    expect(zones.writes()).toMatchObject({ update: 0, delete: 0 });
    await carryOut(FAULTY, response.to);
    expect(await codesOf(FAULTY)).not.toContain("spf-doubled");
    const again = await send(FAULTY, { fix: "spf-doubled" });
    expect(again).toMatchObject({ status: 303, to: `/dashboard/domains/${FAULTY}/dns/mail` });
  });

  test("for something that only a person can fix changes nothing", async () => {
    expect(await send(FAULTY, { fix: "mx-address" })).toMatchObject({ title: "Nothing has to be changed" });
  });
});

describe("on a failure nothing is changed and the input is kept", () => {
  const fields = { preset: "microsoft", mx: MX };

  test("of the DNS provider", async () => {
    server.use(http.get("*/dns_records", () => new HttpResponse("", { status: 502 })));
    expect(await send(EMPTY, fields)).toMatchObject({
      status: 503,
      typed: fields,
      data: { title: "Nothing was changed" },
    });
    server.resetHandlers();
    const half = { success: true, result: [], result_info: { total_pages: 1, total_count: 2 } };
    server.use(http.get("*/dns_records", () => HttpResponse.json(half)));
    expect(await send(EMPTY, fields)).toMatchObject({ status: 503, typed: fields });
  });

  test("of the database", async () => {
    await database.query("alter table dns_jobs rename to dns_jobs_away");
    try {
      expect(await send(EMPTY, fields)).toMatchObject({ status: 503, typed: fields });
    } finally {
      await database.query("alter table dns_jobs_away rename to dns_jobs");
    }
    expect(zones.writes()).toMatchObject({ create: 0 });
  });

  test("of the rate limit", async () => {
    const calls = upstreamCalls();
    // No other test here counts against the second customer.
    const where = { domain: "oumaelectronics.co.ke", browser: second, isCounted: true };
    // All but one of the changes that the sandbox allows in a minute.
    await consume("dnsWritesOfUser", SECOND.id, 599);
    expect((await post("mail", fields, where)).status).toBe(303);
    expect(await post("mail", fields, where)).toMatchObject({
      status: 429,
      typed: fields,
      retryAfter: expect.stringMatching(/^\d+$/),
    });
    expect(writesIn(calls)).toEqual([]);
  });
});

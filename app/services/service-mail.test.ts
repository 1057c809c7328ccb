import fc from "fast-check";
import { expect, test } from "vitest";
import { brandFrom } from "#app/platform/brand.ts";
import { SERVICE_KINDS } from "./service.ts";
import { type MailedService, type ServiceNews, serviceMail } from "./service-mail.ts";

const site = { origin: "https://jirani.example", payment: "Pay Bill 123456.", brand: brandFrom({}) };
const context = { to: "njeri@example.co.ke", name: "Mrs Njeri Mwangi", now: new Date("2026-12-02T05:00:00Z"), site };
const hosting: MailedService = {
  ...{ id: "5d1c0f9e-0000-4000-8000-000000000000", kind: "hosting", domain: "mboga.co.ke", plan: "deluxe" },
  ...{
    seats: null,
    nextPlan: null,
    nextSeats: null,
    nextOn: null,
    endsOn: "2027-01-01",
    willEnd: false,
    access: { panel: "https://s.example:2083", username: "mboga" },
  },
};
const mail: MailedService = { ...hosting, kind: "mail", plan: "professional", seats: 5, access: {} };
const NEWS: readonly ServiceNews[] = [
  ...(["set-up", "restored", "upgraded", "smaller", "ends", "backup", "stays"] as const).map((kind) => ({ kind })),
  { kind: "suspended" },
  { kind: "suspended", payUrl: "https://jirani.example/pay/t" },
];

test.each([
  ["set-up", hosting, /hosting for mboga\.co\.ke is ready\.[\s\S]*Its last day is 1 Jan 2027\.[\s\S]*Username: mboga/],
  ["restored", mail, /Your e-mail for mboga\.co\.ke works again\./],
  ["upgraded", hosting, /Your hosting for mboga\.co\.ke is Deluxe now\./],
  [
    "restored",
    { ...hosting, nextPlan: "starter", nextOn: "2026-12-02" },
    /Its last day is 1 Jan 2027\.\n *\n? *From 2 Dec 2026: Starter hosting\./,
  ],
  ["upgraded", mail, /Your e-mail for mboga\.co\.ke has 5 mailboxes now\./],
  [
    "smaller",
    hosting,
    /Your hosting for mboga\.co\.ke has the plan Deluxe now, as you chose\.[\s\S]*Its last day is 1 Jan 2027/,
  ],
  ["smaller", mail, /Your e-mail for mboga\.co\.ke has 5 mailboxes now, as you chose\./],
  [
    "suspended",
    hosting,
    /the next year is not paid\.[\s\S]*Pay until 8 Feb 2027[\s\S]*From 15 Feb 2027 on we may delete/,
  ],
  ["suspended", { ...hosting, willEnd: true }, /has ended\.(?![\s\S]*(?:Pay until|as you asked))/],
  ["ends", hosting, /ends on 1 Jan 2027, as you asked[\s\S]*you can keep it after all/],
  ["backup", hosting, /Take a backup: your hosting for mboga\.co\.ke ends on 1 Jan 2027/],
  ["stays", { ...hosting, kind: "certificate", plan: "dv" }, /You keep your SSL certificate for mboga\.co\.ke/],
] as const)("the mail %s says what became of the service and what follows (%#)", (kind, service, words) => {
  expect(serviceMail(service, { kind }, context).text).toMatch(words);
});

test("the mail of a suspended service has the bill's button, else the service's", () => {
  const of = (payUrl?: string) => serviceMail(hosting, { kind: "suspended", payUrl }, context).text;
  expect(of("https://jirani.example/pay/t")).toContain("Pay the next year: https://jirani.example/pay/t");
  expect(of()).toContain(`See your service: https://jirani.example/dashboard/services/${hosting.id}`);
});

test("the mail of a late suspension names a day of deletion that is 37 days later", () => {
  const service = { ...hosting, endsOn: "2026-10-19" };
  expect(
    serviceMail(service, { kind: "suspended" }, { ...context, now: new Date("2026-12-02T09:00:00Z") }).text,
  ).toContain("From 8 Jan 2027 on we may delete what is in it.");
});

test("every mail of every service is short, has one button and the recipient's first name", () => {
  const anyService = fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...SERVICE_KINDS),
    domain: fc.constantFrom("mboga.co.ke", "xn--caf-dma.co.ke", `${"a".repeat(63)}.${"b".repeat(63)}.ke`),
    plan: fc.constantFrom("deluxe", "microsoft-365", "dv", "of-a-later-version"),
    seats: fc.integer({ min: 1, max: 300 }),
    nextPlan: fc.constantFrom(null, "starter"),
    nextSeats: fc.constantFrom(null, 3),
    nextOn: fc.constantFrom(null, "2026-12-31"),
    endsOn: fc.constantFrom("2027-01-01", "2028-02-29"),
    willEnd: fc.boolean(),
    access: fc.constantFrom({}, hosting.access),
  });
  fc.assert(
    fc.property(anyService, fc.constantFrom(...NEWS), (service, news) => {
      const { html, text, subject, key } = serviceMail(service, news, context);
      expect(Buffer.byteLength(html)).toBeLessThan(12_000);
      expect(html.match(/class="button"/g)).toHaveLength(1);
      expect(text).toMatch(/^Hello Njeri,\n\n/);
      expect(`${subject} ${text}`).not.toMatch(/undefined|null|NaN|[Pp]assword/);
      expect(key).toMatch(/^[\w-]{8,100}$/);
    }),
  );
});

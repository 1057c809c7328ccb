import { describe, expect, test } from "vitest";
import { accountMails } from "#app/accounts/account-mail.ts";
import { dnsMail, nameServersMail } from "#app/dns/change-mail.ts";
import type { EndingService } from "#app/orders/ending-service.ts";
import { afterExpiryOf } from "#app/orders/order-price.ts";
import { renewalMail } from "#app/orders/renewal-mail.ts";
import { type RenewalStep, renewalStep, SERVICE_STEPS } from "#app/orders/renewal-step.ts";
import { brandFrom } from "#app/platform/brand.ts";
import { dayNumber } from "#app/platform/text/nairobi-day.ts";
import { AFTER_SERVICE } from "#app/services/service.ts";
import { yearPriceOf } from "#app/services/service-price.ts";

const brand = { ...brandFrom({}), name: "Jirani & <Co>", email: "hi@jirani.example" };
const site = { origin: "https://jirani.example", payment: "Pay Bill 123456.", brand };
const firstName = "Njeri";
const TODAY = dayNumber(new Date("2026-11-22T09:00:00+03:00"));
const about = { to: "njeri@example.co.ke", firstName, customer: "0f5d1c9e", today: TODAY, site };
const LIST_KSH = yearPriceOf({ kind: "hosting", plan: "deluxe", seats: null })?.ksh ?? 0;
const ending = (name: string, daysLeft: number) => {
  const step: RenewalStep = renewalStep(afterExpiryOf(name), daysLeft) ?? "60";
  return { name, lastDay: TODAY + daysLeft, step, renewKsh: null, held: "us" as const };
};

describe("the renewal mail", () => {
  test("sells no renewal of a name at another provider", () => {
    const elsewhere = { ...ending("shamba.co.ke", 30), held: "elsewhere" as const };
    const { text } = renewalMail([elsewhere], about);
    expect(text).toContain("Renew it at your provider");
    expect(text).toContain("kind=transfer&domain=shamba.co.ke");
    expect(text).not.toMatch(/kind=renew|KSh/);
    expect(renewalMail([elsewhere, { ...elsewhere, name: "duka.com" }], about).text).not.toContain("/orders/renew");
  });
  test("lists every domain with its last day, what stops, its price and a button, the most urgent first", () => {
    const mail = renewalMail([ending("shamba.co.ke", 30), ending("duka.com", 1), ending("mboga.co.ke", -15)], about);
    expect(mail).toMatchObject({ to: about.to, kind: "renewal", key: "0f5d1c9e-2026-11-22" });
    expect(mail.subject).toBe("3 of your domains need to be renewed");
    expect(mail.text).toMatch(/mboga\.co\.ke[\s\S]*duka\.com[\s\S]*shamba\.co\.ke/);
    for (const name of ["mboga.co.ke", "duka.com", "shamba.co.ke"]) {
      const href = `https://jirani.example/dashboard/orders/new?kind=renew&domain=${name}`;
      expect(mail.text).toContain(`Renew ${name}: ${href}`);
      expect(mail.html).toContain(`href="${href.replace("&", "&#38;")}"`);
    }
    expect(mail.text).toContain("Renew them together: https://jirani.example/dashboard/orders/renew");
    expect(mail.text).toContain("Ends in 30 days, on 22 Dec 2026.\n  Another year costs KSh 1,500.");
    expect(mail.text).toContain("https://jirani.example/profile#reminders");
    expect(mail.text).toMatch(/^Hello Njeri,\n\n3 of your names have ended or end soon\.\n\nRenew them together: /);
    expect(mail.text).toContain("How to pay\n  Pay Bill 123456.");
    expect(mail.html).toContain("Jirani &#38; &#60;Co&#62;");
  });

  const service = (domain: string, daysLeft: number, more: Partial<EndingService["service"]> = {}): EndingService => ({
    service: {
      ...{ id: crypto.randomUUID(), kind: "hosting", domain, plan: "deluxe", seats: null, state: "active" },
      ...{ priceKsh: 17_148, renewKsh: null, nextPlan: null, nextSeats: null, ...more },
    },
    lastDay: TODAY + daysLeft,
    ...{ step: renewalStep(AFTER_SERVICE, daysLeft, SERVICE_STEPS) ?? "30", nextYear: undefined },
  });
  const toPay = {
    href: `https://jirani.example/pay/${"t".repeat(160)}`,
    reference: "M7K2Q9XA",
    ksh: 15_000,
    isOnItsWay: false,
  };

  test("of a service has its bill, its last days and both prices if they differ", () => {
    const mail = renewalMail([{ ...service("shamba.co.ke", 1), toPay }], about);
    expect(mail.subject).toBe("Deluxe hosting for shamba.co.ke ends tomorrow");
    expect(mail.text).toContain(`Pay for shamba.co.ke: ${toPay.href}`);
    expect(mail.text).toContain("Another year costs KSh 15,000. This year cost KSh 17,148.\n\nBill number: M7K2Q9XA.");
    expect(mail.text).toContain("It stops on 1 Dec 2026.");
    expect(mail.text).toContain("We always write when a name or a service stops working");
  });

  test.each([
    ["the list's price alone if it is the same", { priceKsh: LIST_KSH }, 30, /Another year costs KSh [\d,]+\.\n/],
    ["no price before staff have named it", { kind: "certificate", plan: "dv" }, 30, /We tell you the price before/],
    ["what the customer chose", { nextPlan: "starter" }, 30, /From then on: Starter hosting\./],
    ["where to see it without a bill", {}, 30, /See shamba\.co\.ke: https:\/\/jirani\.example\/dashboard\/services\//],
    [
      "that it stops",
      {},
      -8,
      /It stops today or in the next days\.[\s\S]*renew it until 22 Dec 2026\. From 29 Dec 2026/,
    ],
    ["until when staff hold it", { holdUntil: "2027-03-01" }, -8, /It works until 1 Mar 2027\./],
    ["that it has stopped", { state: "suspended" }, -31, /It does not work any more\./],
    ["that a certificate has no data", { kind: "certificate", plan: "dv" }, -8, /^(?![\s\S]*delete)/],
  ] as const)("says of a service %s", (_what, more, days, words) => {
    expect(renewalMail([service("shamba.co.ke", days, more)], about).text).toMatch(words);
  });

  test("lists names and services together, and is small with twenty names and ten services", () => {
    const names = Array.from({ length: 20 }, (_, n) => ({
      ...ending(`a-rather-long-name-${n}.co.ke`, -15),
      orderedOn: TODAY,
      bill: toPay,
    }));
    const services = Array.from({ length: 10 }, (_, n) => ({
      ...service(`duka-${n}.co.ke`, -15 - n, { nextPlan: "starter" }),
      toPay,
    }));
    const mail = renewalMail([...names, ...services], about);
    expect(mail.subject).toBe("30 of your names and services need to be renewed");
    expect(Buffer.byteLength(mail.html)).toBeLessThan(12_000);
    expect(mail.html.match(/class="button"/g)).toHaveLength(1);
    for (const { service } of services) expect(mail.text).toContain(`Deluxe hosting for ${service.domain}`);
    expect(mail.text).toContain("18 more are in your list.");
    expect(renewalMail(services, about).text).toMatch(
      /10 of your services have ended or end soon\.\n\nSee your services: /,
    );
  });

  test.each([
    ["until when it works", "mboga.co.ke", 1, /website and mail work until 7 Dec 2026\. On 8 Dec 2026 they stop\./],
    ["when it ended", "mboga.co.ke", -3, /mboga\.co\.ke ended 3 days ago, on 19 Nov 2026\./],
    ["that it stops today", "mboga.co.ke", -15, /Its website and mail stop today\./],
    ["when it is deleted", "mboga.co.ke", -15, /renew it until 26 Jan 2027\. On 5 Feb 2027 it is deleted/],
    ["when it stopped", "mboga.co.ke", -73, /stopped on 25 Sep 2026/],
    ["that the day is unknown", "duka.com", -1, /may stop at any time[\s\S]*The longer you wait/],
    ["that the last day to renew is unknown", "duka.com", -10, /we do not know the day/],
    ["that the price is unknown", "duka.nowhere", 30, /We tell you the price before anything is charged\./],
    ["nothing about renewing together if there is one domain", "mboga.co.ke", 30, /^(?![\s\S]*together)/],
    ["where to switch off reminders", "mboga.co.ke", 60, /You can switch off the reminders before the last day/],
    ["that the last two cannot be switched off", "mboga.co.ke", -73, /We always write when a name stops working/],
  ])("says of a domain %s (%s, %i days left)", (_what, name, days, words) => {
    expect(renewalMail([ending(name, days)], about).text).toMatch(words);
  });

  test("mentions an open renewal order and links to the agency instead of a second order", () => {
    const { text } = renewalMail([{ ...ending("mboga.co.ke", 1), orderedOn: TODAY - 9 }], about);
    expect(text).toContain("You ordered its renewal on 13 Nov 2026, and it is not done yet.");
    expect(text).toContain("Ask us about mboga.co.ke: https://jirani.example/contact?domain=mboga.co.ke");
    expect(text).not.toMatch(/Renew mboga|Another year costs/);
  });

  test("of thousands of domains lists the first twelve", () => {
    const many = Array.from({ length: 3000 }, (_, index) => ending(`duka-number-${index}.co.ke`, index % 60));
    const mail = renewalMail(many, about);
    expect(mail.text).toContain("2988 more are in your list.");
    expect(Buffer.byteLength(mail.html)).toBeLessThan(12_000);
  });
});

describe("the account notifications", () => {
  const at = "2026-11-22T13:05:00Z";
  const change = { id: "1f5d1c9e-6f0a", firstName, email: "old@example.co.ke", newEmail: null, at, times: 1 };

  test.each([
    ["password", "Your password was changed"],
    ["sign-out", "You were signed out everywhere"],
  ] as const)("of a %s say who did it, when, and what to do if it was not the customer", (kind, subject) => {
    const mails = accountMails({ ...change, kind }, site);
    expect(mails).toMatchObject([{ to: "old@example.co.ke", subject, key: "1f5d1c9e-6f0a-before" }]);
    expect(mails[0]?.text).toMatch(/on 22 Nov 2026, 16:05 \(Nairobi time\)[\s\S]*somebody (knew|who)/i);
    expect(mails[0]?.text).toMatch(/Not you\? Choose a new password now\.[\s\S]*\/login\/forgot/);
  });

  test("of several changes of a kind say how many, and when the last one was", () => {
    const [mail] = accountMails({ ...change, kind: "password", times: 7 }, site);
    expect(mail?.text).toContain("was changed 7 times, the last time on 22 Nov 2026, 16:05 (Nairobi time).");
  });

  test("of a new address go to the previous address and to the new one, without telling it the previous", () => {
    const mails = accountMails({ ...change, kind: "address", newEmail: "new@example.co.ke" }, site);
    expect(mails.map(({ to, key }) => [to, key])).toEqual([
      ["old@example.co.ke", "1f5d1c9e-6f0a-before"],
      ["new@example.co.ke", "1f5d1c9e-6f0a-after"],
    ]);
    expect(mails[0]?.text).toContain("new@example.co.ke");
    expect(mails[0]?.text).toContain("write to hi@jirani.example at once");
    expect(mails[1]?.text).not.toContain("old@example.co.ke");
  });

  test("are not sent to an undeliverable address", () => {
    const odd = { ...change, email: "a@x.ke, b@x.ke", kind: "address", newEmail: "new@example.co.ke" } as const;
    expect(accountMails(odd, site).map(({ to }) => to)).toEqual(["new@example.co.ke"]);
  });
});

describe("the DNS notification", () => {
  const record = { type: "A", name: "www.mboga.co.ke", content: "192.0.2.1", ttl: 3600, proxied: false };
  const zone = { key: "dns-7", firstName, name: "mboga.co.ke", to: "njeri@example.co.ke" };
  const at = "2026-11-22T13:05:00Z";

  test("has each record before and after, the time and a link to Undo, and escapes what customers typed", () => {
    const evil = { type: "TXT", name: "mboga.co.ke", content: '"<img src=x>"', ttl: 1, proxied: false };
    const changes = [
      { before: record, after: { ...record, content: "192.0.2.2", ttl: 300 }, isCertain: true, at },
      { before: null, after: evil, isCertain: false, at },
      { before: record, after: null, isCertain: true, at },
    ];
    const mail = dnsMail({ ...zone, count: 30, changes }, site);
    expect(mail.subject).toBe("DNS of mboga.co.ke: 30 changes");
    expect(mail.text).toMatch(
      /^Hello Njeri,\n\nWe changed your DNS because you asked\.\n\nSee the changes, with Undo: /,
    );
    expect(mail.text).toContain("30 changes at mboga.co.ke, the first on 22 Nov 2026, 16:05 (Nairobi time)");
    expect(mail.text).toContain("Before: A www.mboga.co.ke 192.0.2.1 · TTL 1 hour");
    expect(mail.text).toContain("After: A www.mboga.co.ke 192.0.2.2 · TTL 5 min");
    expect(mail.text).toMatch(/Added at 16:05\n {2}TXT mboga\.co\.ke .*\n {2}We could not find out/);
    expect(mail.text).toMatch(/Deleted at 16:05\n {2}A www/);
    expect(mail.text).toContain("27 more are in the history.");
    expect(mail.text).toContain("https://jirani.example/dashboard/domains/mboga.co.ke/dns/history");
    expect(mail.html).not.toContain("<img");
  });

  test("shows a change of only the proxy or the TTL", () => {
    const changes = [{ before: record, after: { ...record, proxied: true, ttl: 1 }, isCertain: true, at }];
    expect(dnsMail({ ...zone, count: 1, changes }, site).text).toContain("Through the CDN");
  });

  test("of a new zone lists its name servers", () => {
    const nameServers = ["amani.ns.example", "juma.ns.example"];
    const mail = nameServersMail({ ...zone, id: "0f5d1c9e", nameServers, at: new Date(at) }, site);
    expect(mail.text).toContain("amani.ns.example\n  juma.ns.example");
  });
});

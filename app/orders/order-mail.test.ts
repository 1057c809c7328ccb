import { expect, test } from "vitest";
import { brandFrom } from "#app/platform/brand.ts";
import { orderMail } from "./order-mail.ts";

const brand = brandFrom({ name: "Duka", email: "info@a.ke", phone: "+254 700 000 000" });
const SITE = { origin: "https://a.ke", brand, payment: "Till 12." };
const STEPS = [
  { title: "You order", text: "" },
  { title: "We check it", text: "We e-mail you." },
];
const CONTEXT = { to: "n@b.ke", name: "Njeri Kamau", steps: STEPS, vat: undefined, site: SITE };
const order = (index: number, priceKsh = 1500) => {
  const id = `${String(index).padStart(4, "0")}beef-0000-4000-8000-000000000000`;
  return { id, kind: "renew" as const, domain: `duka-${index}.co.ke`, priceKsh, detail: "1 year" };
};

test("the receipt of one order says what was ordered, what it costs, what happens next, how to pay and whom to call", () => {
  const { text, ...mail } = orderMail([order(1)], CONTEXT);
  expect(mail).toMatchObject({ kind: "order", to: "n@b.ke", replyTo: "info@a.ke" });
  expect(mail.subject).toBe("We have your order: Renewal of duka-1.co.ke");
  const said = [
    "Hello Njeri",
    "Renewal, 1 year",
    "Order number: W0001-BEEF",
    "KSh 1,500",
    "We check it. We e-mail you.",
  ];
  for (const words of [...said, "Till 12.", "https://a.ke/dashboard/orders", "+254 700 000 000"])
    expect(text).toContain(words);
  expect(text).not.toContain("Together");
});

test("the receipt of twenty orders is one mail with each name and number, the sum, and what has no price yet", () => {
  const { text, subject } = orderMail([order(0, 0), ...Array.from({ length: 19 }, (_, at) => order(at + 1))], CONTEXT);
  expect(subject).toBe("We have your order: Renewal of 20 names");
  expect(text.match(/Order number: /g)).toHaveLength(20);
  expect(text).toContain("Together: KSh 28,500. We still e-mail you the price of 1.");
});

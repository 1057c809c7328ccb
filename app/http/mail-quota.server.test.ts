import { expect, it, vi } from "vitest";
import { answer, refusal } from "#app/model/answer.ts";
import { mailboxOf, sendCounted } from "./mail-quota.server.ts";

it.each([
  ["njeri@example.co.ke", "Njeri@Example.CO.KE"],
  ["njeri@example.co.ke", "njeri+shule@example.co.ke"],
  ["njeri@example.co.ke", "njeri+a+b@example.co.ke"],
  ["njeri@gmail.com", "n.j.e.r.i@gmail.com"],
  ["njeri@gmail.com", "Nj.eri+x@googlemail.com"],
  ["a@m\u00fcnchen.de", "a@xn--mnchen-3ya.de"],
  ["jos\u00e9@example.co.ke", "jose\u0301@example.co.ke"],
  ["njeri@example.co.ke", "\uff4ejeri@example.co.ke"],
])("%s and %s are one mailbox", (one, other) => {
  expect(mailboxOf(other)).toBe(mailboxOf(one));
});

it.each([
  ["n.jeri@example.co.ke", "njeri@example.co.ke"],
  ["njeri@example.co.ke", "njeri@example.or.ke"],
  ["+254712345678@example.co.ke", "+254722000000@example.co.ke"],
])("%s and %s are two", (one, other) => {
  expect(mailboxOf(other)).not.toBe(mailboxOf(one));
});

it("two mails a day, counted before they are sent; one that certainly did not go out costs nothing", async () => {
  const email = `quota-${crypto.randomUUID()}@example.co.ke`;
  const context = { address: "quota" };
  for (let i = 0; i < 5; i++) {
    expect(await sendCounted(email, context, async () => refusal(500, "Later."))).toMatchObject({ message: "Later." });
  }
  expect((await sendCounted(email, context, async () => refusal(0, "Lost.", true))).ok).toBe(false);
  expect((await sendCounted(email, context, async () => answer(null))).ok).toBe(true);
  const send = vi.fn(async () => answer(null));
  const all = await Promise.all(Array.from({ length: 5 }, () => sendCounted(email, context, send)));
  expect(all.map((one) => !one.ok && one.status)).toEqual(Array(5).fill(429));
  expect(send).not.toHaveBeenCalled();
});

import { expect, test } from "vitest";
import { brandFrom } from "#app/platform/brand.ts";
import { addedMail } from "./added-mail.ts";

const site = { origin: "https://jirani.example", payment: "", brand: brandFrom({}) };
const to = { to: "njeri@example.co.ke", firstName: "Njeri", site };
const mail = addedMail({ id: "0f5d1c9e", name: "njeri.co.ke" }, to);

test("says which domain it is, and links to its page in both forms", () => {
  const href = "https://jirani.example/dashboard/domains/njeri.co.ke";
  expect(mail.text).toContain(`Hello Njeri,\n\nnjeri.co.ke is in your account.\n\nOpen it: ${href}`);
  expect(mail.html).toContain(`href="${href}"`);
});

test("has one key for each domain, so that it is sent once", () => {
  const [again, other] = ["0f5d1c9e", "77c0de12"].map((id) => addedMail({ id, name: "njeri.co.ke" }, to).key);
  expect([again === mail.key, other === mail.key]).toEqual([true, false]);
});

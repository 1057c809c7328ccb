import { expect, it } from "vitest";
import { confirmMail } from "./confirm-mail.ts";
import { welcomeMail } from "./newsletter/welcome-mail.ts";

it.each(["newsletter", "school"] as const)("the mail to confirm (%s) has the link in both of its parts", (kind) => {
  const href = "https://www.example.co.ke/stride/confirm?token=a_b-c";
  const mail = confirmMail(kind, { href, brandName: "Jirani & Sons", days: 14 });
  expect(mail.text).toContain(href);
  expect(mail.html).toContain(`href="${href}"`);
  expect(mail.html).toContain("Jirani &#38; Sons");
  expect(mail.text).toContain("14 days");
});

it("a welcome escapes titles, names and links", () => {
  const { dynamicData } = welcomeMail(
    { email: "a@b.ke", firstName: '"><i>', lastName: "" },
    { brandName: "<b>", posts: [{ title: "A & <b>", href: 'https://x.ke/"' }], unsubscribeHref: "https://x.ke/?a=1&b" },
  );
  expect(dynamicData.html).not.toMatch(/<i>|<b>|ke\/""/);
  expect(dynamicData.html).toContain("A &#38; &#60;b&#62;");
});

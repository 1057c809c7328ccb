import { expect, test } from "vitest";
import { welcomeMail } from "#app/newsletter/welcome-mail.ts";
import { brandFrom } from "#app/platform/brand.ts";
import { interestMail } from "#app/schools/thanks-mail.ts";
import { confirmMail } from "./confirm-mail.ts";
import { mailOf, messageMail, subjectLine } from "./mail.ts";
import { mailBody } from "./mail-body.ts";

const brand = { ...brandFrom({}), name: "Jirani & Co" };
const site = { origin: "https://jirani.example", payment: "Pay by M-Pesa.", brand };

test("a mail says who we are in both parts: everything that is set of the brand", () => {
  const set = {
    ...{ whatsapp: "+254 711 000 000", hours: "Monday to Friday, 8:00 to 17:00" },
    ...{ registration: "Example Ltd, PVT-ABC123", accreditation: "KeNIC-accredited registrar" },
  };
  const frame = { site: { ...site, brand: { ...brand, ...set } }, firstName: "", why: "Because.", isAboutMoney: true };
  const { text, html } = mailBody(["Habari."], frame);
  for (const words of [...Object.values(set), "+254 700 000 000", "Moi Avenue, Nairobi, Kenya", "Pay by M-Pesa."]) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
  expect(html).toContain('href="https://wa.me/254711000000"');
});

test("the text of the welcome mail has every post and link, with the typed characters", () => {
  const posts = [
    { title: "Mail & <spam>", href: "https://jirani.example/blog/a" },
    { title: "Names", href: "https://jirani.example/blog/b" },
  ];
  const subscriber = { email: "njeri@example.co.ke", firstName: "N'jeri", lastName: "" };
  const unsubscribeHref = "https://jirani.example/newsletter/unsubscribe?token=x";
  const welcome = welcomeMail(subscriber, { site, posts, unsubscribeHref });
  const mail = mailOf(welcome, { kind: "newsletter", key: "0123456789" });
  expect(mail.text.split("\n\n")).toEqual([
    "Hello N'jeri,",
    "Thank you for subscribing to the newsletter of Jirani & Co.",
    "Read our blog: https://jirani.example/blog",
    "Our latest posts:",
    "Mail & <spam>: https://jirani.example/blog/a",
    "Names: https://jirani.example/blog/b",
    expect.stringContaining("Phone: +254 700 000 000\nE-mail: info@mtandao.co.ke"),
    `You get this because you asked for it.\nUnsubscribe: ${unsubscribeHref}`,
  ]);
  const { html, tags } = welcome.dynamicData;
  expect(mail).toMatchObject({ to: subscriber.email, html, tags });
});

test("the welcome mail escapes titles and links, and greets nobody by what is no name", () => {
  const { html } = welcomeMail(
    { email: "a@b.ke", firstName: '"><i>', lastName: "" },
    { site, posts: [{ title: "A & <b>", href: 'https://x.ke/"' }], unsubscribeHref: "https://x.ke/?a=1&b" },
  ).dynamicData;
  expect(html).not.toMatch(/<i>|ke\/""/);
  expect(html).toContain("A &#38; &#60;b&#62;");
  expect(html).toContain(">Hello,</p>");
});

test("the text of a school's mail repeats its details", () => {
  const typed = { name: "Grace", email: "g@example.co.ke", phone: "0712345678", school: "Kibera <Hills>" };
  const sent = { ...typed, roleLabel: "Teacher", studentCount: "", interest: "fees" } as const;
  const mail = interestMail(sent, { site });
  const { text } = mailOf(mail, { kind: "school", key: "0123456789" });
  expect(text).toContain("\n  School: Kibera <Hills>\n  Role: Teacher\n");
  expect(text).toContain("48 hours");
});

test.each(["newsletter", "school"] as const)("the confirmation mail (%s) has the link in both parts", (kind) => {
  const href = "https://www.example.co.ke/stride/confirm?a=1&b=2";
  const mail = confirmMail(kind, { href, days: 14, site });
  expect(mail.text).toContain(`: ${href}\n`);
  expect(mail.text).toContain("14 days");
  expect(mail.html).toContain('href="https://www.example.co.ke/stride/confirm?a=1&#38;b=2"');
  expect(mail.html).toContain("Jirani &#38; Co");
});

test.each([
  ["jina.co.ke", "Domain: jina.co.ke\n"],
  [undefined, ""],
])("a contact message about the domain %s is a text mail to the agency, answered to its sender", (domain, line) => {
  const message = { name: "Njeri", email: "njeri@example.co.ke", subject: "Bei", message: "Habari\n<b>x</b>", domain };
  const mail = messageMail(message, { to: "info@jirani.example", key: "k".repeat(8) });
  expect(mail).toMatchObject({ to: "info@jirani.example", replyTo: message.email, subject: "Bei", html: "" });
  expect(mail.text).toBe(`From: Njeri <njeri@example.co.ke>\n${line}\nHabari\n<b>x</b>`);
});

test("a subject is one line of at most 300 characters", () => {
  expect(subjectLine("a\r\nBcc: b\u2028c\u0000")).toBe("a Bcc: b c");
  expect(subjectLine("x".repeat(1000))).toHaveLength(300);
});

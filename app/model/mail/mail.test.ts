import { expect, test } from "vitest";
import { confirmMail } from "../confirm-mail.ts";
import { welcomeMail } from "../newsletter/welcome-mail.ts";
import { interestMail } from "../school/interest-mail.ts";
import { mailOf } from "../worker-mail.ts";
import { messageMail, subjectLine, textOfHtml } from "./mail.ts";

test("the text of the welcome mail has every post and link, with the typed characters", () => {
  const posts = [
    { title: "Mail & <spam>", href: "https://jirani.example/blog/a" },
    { title: "Names", href: "https://jirani.example/blog/b" },
  ];
  const subscriber = { email: "njeri@example.co.ke", firstName: "N'jeri", lastName: "" };
  const unsubscribeHref = "https://jirani.example/newsletter/unsubscribe?token=x";
  const welcome = welcomeMail(subscriber, { brandName: "Jirani & Co", posts, unsubscribeHref });
  const mail = mailOf(welcome, { kind: "newsletter", key: "0123456789" });
  expect(mail.text).toBe(
    [
      "Hello N'jeri,",
      "Thank you for subscribing to the newsletter of Jirani & Co.",
      "Our latest posts:",
      "- Mail & <spam>: https://jirani.example/blog/a",
      "- Names: https://jirani.example/blog/b",
      `You get this because you asked for it. Unsubscribe: ${unsubscribeHref}`,
    ].join("\n"),
  );
  const { html, tags } = welcome.dynamicData;
  expect(mail).toMatchObject({ to: subscriber.email, html, tags });
});

test("the welcome mail escapes titles, names and links", () => {
  const { html } = welcomeMail(
    { email: "a@b.ke", firstName: '"><i>', lastName: "" },
    { brandName: "<b>", posts: [{ title: "A & <b>", href: 'https://x.ke/"' }], unsubscribeHref: "https://x.ke/?a=1&b" },
  ).dynamicData;
  expect(html).not.toMatch(/<i>|<b>|ke\/""/);
  expect(html).toContain("A &#38; &#60;b&#62;");
});

test("the text of a school's mail repeats its details", () => {
  const typed = { name: "Grace", email: "g@example.co.ke", phone: "0712345678", school: "Kibera <Hills>" };
  const sent = { ...typed, roleLabel: "Teacher", studentCount: "", interest: "fees" } as const;
  const mail = interestMail(sent, { isConfirmed: true });
  const { text } = mailOf(mail, { kind: "school", key: "0123456789" });
  expect(text).toContain("\n- School: Kibera <Hills>\n- Role: Teacher\n");
  expect(text).toContain("48 hours");
});

test.each(["newsletter", "school"] as const)("the confirmation mail (%s) has the link in both parts", (kind) => {
  const href = "https://www.example.co.ke/stride/confirm?a=1&b=2";
  const mail = confirmMail(kind, { href, brandName: "Jirani & Sons", days: 14 });
  expect(mail.text).toContain(href);
  expect(mail.text).toContain("14 days");
  expect(mail.html).toContain('href="https://www.example.co.ke/stride/confirm?a=1&#38;b=2"');
  expect(mail.html).toContain("Jirani &#38; Sons");
  expect(textOfHtml(mail.html)).toContain(`: ${href}`);
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

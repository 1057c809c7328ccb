import { expect, test } from "vitest";
import { confirmMail } from "../confirm-mail.ts";
import { welcomeMail } from "../newsletter/welcome-mail.ts";
import { interestMail } from "../school/interest-mail.ts";
import { mailOf } from "../worker-mail.ts";
import { subjectLine, textOfHtml } from "./mail.ts";

test("the text of the newsletter's welcome names every post and link, with the characters that were typed", () => {
  const posts = [
    { title: "Mail & <spam>", href: "https://jirani.example/blog/a" },
    { title: "Names", href: "https://jirani.example/blog/b" },
  ];
  const reader = { email: "njeri@example.co.ke", firstName: "N'jeri", lastName: "" };
  const unsubscribeHref = "https://jirani.example/newsletter/unsubscribe?token=x";
  const mail = welcomeMail(reader, { brandName: "Jirani & Co", posts, unsubscribeHref });
  const letter = mailOf(mail, { kind: "newsletter", key: "0123456789" });
  expect(letter.text).toBe(
    [
      "Hello N'jeri,",
      "Thank you for subscribing to the newsletter of Jirani & Co.",
      "Our latest posts:",
      "- Mail & <spam>: https://jirani.example/blog/a",
      "- Names: https://jirani.example/blog/b",
      `You get this because you asked for it. Unsubscribe: ${unsubscribeHref}`,
    ].join("\n"),
  );
  expect(letter).toMatchObject({ to: reader.email, html: mail.dynamicData.html, tags: mail.dynamicData.tags });
});

test("the text of a school's mail has what it told", () => {
  const told = { name: "Grace", email: "g@example.co.ke", phone: "0712345678", school: "Kibera <Hills>" };
  const chosen = { roleLabel: "Teacher", studentCount: "", interest: "fees" } as const;
  const mail = interestMail({ ...told, ...chosen }, { isConfirmed: true });
  const { text } = mailOf(mail, { kind: "school", key: "0123456789" });
  expect(text).toContain("\n- School: Kibera <Hills>\n- Role: Teacher\n");
  expect(text).toContain("48 hours");
});

test("a link to confirm stands in both parts", () => {
  const mail = confirmMail("school", { href: "https://a.ke/?a=1&b=2", brandName: "J", days: 14 });
  expect(textOfHtml(mail.html)).toContain(": https://a.ke/?a=1&b=2");
  expect(mail.text).toContain("https://a.ke/?a=1&b=2");
});

test("a subject is one line and not endless", () => {
  expect(subjectLine("a\r\nBcc: b\u2028c\u0000")).toBe("a Bcc: b c");
  expect(subjectLine("x".repeat(1000))).toHaveLength(300);
});

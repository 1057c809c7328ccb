import { expect, test } from "vitest";
import { messageMail } from "./message-mail.ts";

const MESSAGE = { name: "Njeri", email: "njeri@example.co.ke", subject: "Bei", message: "Habari\n<b>x</b>" };

test("a message comes to the agency as text, and is answered to its sender", () => {
  const mail = messageMail({ ...MESSAGE, domain: "jina.co.ke" }, { to: "info@jirani.example", key: "k".repeat(8) });
  expect(mail).toMatchObject({ to: "info@jirani.example", replyTo: MESSAGE.email, subject: "Bei", html: "" });
  expect(mail.text).toBe("From: Njeri <njeri@example.co.ke>\nDomain: jina.co.ke\n\nHabari\n<b>x</b>");
});

test("the domain may be missing", () => {
  const { text } = messageMail({ ...MESSAGE, domain: undefined }, { to: "info@jirani.example", key: "k".repeat(8) });
  expect(text).toBe("From: Njeri <njeri@example.co.ke>\n\nHabari\n<b>x</b>");
});

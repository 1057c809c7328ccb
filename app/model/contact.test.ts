import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { contactSchema, prefillFor } from "./contact.ts";

const MESSAGE = {
  name: "Njeri Kamau",
  email: "njeri@example.co.ke",
  subject: "A name",
  message: "Habari,\nis it free?",
  domain: "mamamboga.co.ke",
};

/** Posts the message with some fields changed; a list is a field that was sent several times. */
function read(changes: Record<string, string | string[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...MESSAGE, ...changes })) {
    for (const one of [value].flat()) form.append(name, one);
  }
  const submission = parseWithZod(form, { schema: contactSchema });
  const value = submission.status === "success" ? submission.value : undefined;
  return { value, ...submission.reply() };
}

test("a complete message is accepted as it was typed", () => {
  expect(read({}).value).toEqual(MESSAGE);
});

test.each(["name", "email", "subject", "message"])("%s is required, and spaces do not fill it", (field) => {
  const REQUIRED = [expect.stringMatching(/^Please enter /)];
  expect(read({ [field]: "" }).error).toEqual({ [field]: REQUIRED });
  expect(read({ [field]: "  \n " }).error).toEqual({ [field]: REQUIRED });
  expect(read({ [field]: [] }).error).toEqual({ [field]: REQUIRED });
});

test.each(["njeri", "njeri@", "@example.co.ke", "njeri@example", "nje ri@example.co.ke", "a@b@c.ke"])(
  "%j is not an e-mail address",
  (email) => {
    expect(read({ email }).error).toEqual({ email: ["Please enter a valid email address."] });
  },
);

test.each([
  ["name", 100],
  ["subject", 200],
  ["message", 5000],
])("%s takes %i characters and not one more, and keeps what was typed", (field, max) => {
  expect(read({ [field]: "x".repeat(max) }).status).toBe("success");
  const refused = read({ [field]: "x".repeat(max + 1) });
  expect(refused.error?.[field]?.[0]).toContain(`at most ${max.toLocaleString("en-US")} characters`);
  expect(refused.initialValue).toMatchObject({ [field]: "x".repeat(max + 1) });
});

test("an e-mail address over 254 characters is refused", () => {
  expect(read({ email: `${"x".repeat(250)}@a.ke` }).error?.email?.[0]).toContain("254");
});

test("a browser's line ends count once, so the limit is the one the form shows", () => {
  const typed = `${"x".repeat(4998)}\r\ny`;
  expect(read({ message: typed })).toMatchObject({ status: "success", value: { message: typed.replace("\r", "") } });
});

test.each([
  ["name", "Nje\u0000ri"],
  ["subject", "Hello\r\nBcc: all@example.co.ke"],
  ["email", "njeri\u0007@example.co.ke"],
  ["message", "Hello\u0000"],
  ["message", "Hello\u001B[31m"],
  ["message", "Hello \uFFFD"],
])("control characters and broken text in %s are refused at the field", (field, value) => {
  expect(read({ [field]: value }).error).toEqual({ [field]: [expect.stringContaining("cannot be sent")] });
});

test.each(["name", "email", "subject", "message", "domain"])("%s sent twice is refused at the field", (field) => {
  expect(read({ [field]: ["one", "two"] }).error).toEqual({ [field]: [expect.stringContaining("once")] });
});

test("the domain may be left out, and a pasted address becomes its name", () => {
  for (const domain of ["", "  ", []]) {
    const { status, value } = read({ domain });
    expect([status, value?.domain]).toEqual(["success", undefined]);
  }
  expect(read({ domain: "https://www.Café.co.ke/" })).toMatchObject({ value: { domain: "xn--caf-dma.co.ke" } });
});

test.each(["two words", "co.ke", "<b>", "x\u0000.com"])("the domain %j is refused at the field", (domain) => {
  expect(Object.keys(read({ domain }).error ?? {})).toEqual(["domain"]);
});

const ask = (asked: { domain?: string; plan?: string }) => prefillFor({ domain: null, plan: null, ...asked });

test("a link from a search fills subject, domain and message, and what it fills is accepted", () => {
  expect(ask({ domain: "mamamboga.co.ke" })).toEqual({
    subject: "Domain enquiry: mamamboga.co.ke",
    domain: "mamamboga.co.ke",
    message: "Hello, I am interested in the domain mamamboga.co.ke.",
  });
  expect(read({ ...ask({ domain: `${"long-name.".repeat(24)}co.ke` }) }).status).toBe("success");
  expect(read({ ...ask({ domain: "münchen.de" }) })).toMatchObject({ value: { domain: "xn--mnchen-3ya.de" } });
});

test("a link from a plan fills subject and message, and what it fills is accepted", () => {
  expect(ask({ plan: "starter" })).toEqual({
    subject: "Hosting enquiry: Starter",
    domain: "",
    message: "Hello, I am interested in the Starter hosting plan.",
  });
  expect(ask({ plan: "deluxe" })?.subject).toBe("Hosting enquiry: Deluxe with SSL");
  expect(read({ ...ask({ plan: "ultimate" }) }).status).toBe("success");
});

test("of a domain and a plan the domain counts, unless it is none", () => {
  expect(ask({ domain: "mamamboga.co.ke", plan: "starter" })?.domain).toBe("mamamboga.co.ke");
  expect(ask({ domain: "two words", plan: "starter" })?.subject).toBe("Hosting enquiry: Starter");
});

test.each(["", "two words", "<script>", "co.ke"])("the domain %j fills nothing", (domain) => {
  expect(ask({ domain })).toBeNull();
});

test.each(["", "gold", "Starter ", "<script>"])("the plan %j fills nothing", (plan) => {
  expect(ask({ plan })).toBeNull();
});

test("without a parameter nothing is filled", () => {
  expect(ask({})).toBeNull();
});

test("a name that looks like another is named in ASCII in the message", () => {
  const ascii = "xn--80ak6aa92e.com";
  expect(prefillFor({ domain: "аррӏе.com", plan: null })).toEqual({
    subject: `Domain enquiry: ${ascii}`,
    domain: ascii,
    message: `Hello, I am interested in the domain ${ascii}.`,
  });
});

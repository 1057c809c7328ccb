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

/** Parses the message with changed fields; an array is a field that was sent several times. */
function read(changes: Record<string, string | string[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...MESSAGE, ...changes })) {
    for (const one of [value].flat()) form.append(name, one);
  }
  const submission = parseWithZod(form, { schema: contactSchema });
  const value = submission.status === "success" ? submission.value : undefined;
  return { value, ...submission.reply() };
}

test("accepts a complete message as typed", () => {
  expect(read({}).value).toEqual(MESSAGE);
});

test.each(["name", "email", "subject", "message"])("requires %s, and spaces are not enough", (field) => {
  for (const value of ["", "  \n ", []]) {
    expect(read({ [field]: value }).error).toEqual({ [field]: [expect.stringMatching(/^Please enter /)] });
  }
});

test.each(["njeri", "njeri@", "@example.co.ke", "njeri@example", "nje ri@example.co.ke", "a@b@c.ke"])(
  "rejects %j as an e-mail address",
  (email) => {
    expect(read({ email }).error).toEqual({ email: ["Please enter a valid email address."] });
  },
);

test.each([
  ["name", 100],
  ["subject", 200],
  ["message", 5000],
])("%s accepts at most %i characters, and a longer value stays in the form", (field, max) => {
  expect(read({ [field]: "x".repeat(max) }).status).toBe("success");
  const refused = read({ [field]: "x".repeat(max + 1) });
  expect(refused.error?.[field]?.[0]).toContain(`at most ${max.toLocaleString("en-US")} characters`);
  expect(refused.initialValue).toMatchObject({ [field]: "x".repeat(max + 1) });
});

test("counts CRLF as one character, as the form's limit does", () => {
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
  ["domain", "x\u0000.com", "letters"],
  ["domain", "two words", "no spaces"],
  ["domain", "co.ke", "is an ending"],
  ["domain", "<b>", "letters"],
  ["email", `${"x".repeat(250)}@a.ke`, "254"],
  ...["name", "email", "subject", "message", "domain"].map((field) => [field, ["one", "two"], "once"]),
] as [string, string | string[], string?][])(
  "rejects %s at the field if it is %j",
  (field, value, words = "be sent") => {
    expect(read({ [field]: value }).error).toEqual({ [field]: [expect.stringContaining(words)] });
  },
);

test("the domain is optional, and a pasted URL becomes its domain", () => {
  for (const domain of ["", "  ", []]) {
    const { status, value } = read({ domain });
    expect([status, value?.domain]).toEqual(["success", undefined]);
  }
  expect(read({ domain: "https://www.Café.co.ke/" })).toMatchObject({ value: { domain: "xn--caf-dma.co.ke" } });
});

const ask = (asked: { domain?: string; plan?: string }) => prefillFor({ domain: null, plan: null, ...asked });

test("a link from a search prefills subject, domain and message with valid values", () => {
  expect(ask({ domain: "mamamboga.co.ke" })).toEqual({
    subject: "Domain enquiry: mamamboga.co.ke",
    domain: "mamamboga.co.ke",
    message: "Hello, I am interested in the domain mamamboga.co.ke.",
  });
  expect(read({ ...ask({ domain: `${"long-name.".repeat(24)}co.ke` }) }).status).toBe("success");
  expect(read({ ...ask({ domain: "münchen.de" }) })).toMatchObject({ value: { domain: "xn--mnchen-3ya.de" } });
});

test("a link from a plan prefills subject and message with valid values", () => {
  expect(ask({ plan: "starter" })).toEqual({
    subject: "Hosting enquiry: Starter",
    domain: "",
    message: "Hello, I am interested in the Starter hosting plan.",
  });
  expect(ask({ plan: "deluxe" })?.subject).toBe("Hosting enquiry: Deluxe with SSL");
  expect(read({ ...ask({ plan: "ultimate" }) }).status).toBe("success");
});

test("with a domain and a plan, a valid domain takes precedence", () => {
  expect(ask({ domain: "mamamboga.co.ke", plan: "starter" })?.domain).toBe("mamamboga.co.ke");
  expect(ask({ domain: "two words", plan: "starter" })?.subject).toBe("Hosting enquiry: Starter");
});

test.each([
  ...["", "two words", "<script>", "co.ke"].map((domain) => ({ domain })),
  ...["", "gold", "Starter ", "<script>"].map((plan) => ({ plan })),
  {},
])("%j prefills nothing", (parameters) => {
  expect(ask(parameters)).toBeNull();
});

test("prefills a look-alike domain in ASCII", () => {
  const ascii = "xn--80ak6aa92e.com";
  expect(prefillFor({ domain: "аррӏе.com", plan: null })).toEqual({
    subject: `Domain enquiry: ${ascii}`,
    domain: ascii,
    message: `Hello, I am interested in the domain ${ascii}.`,
  });
});

import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { contactSchema, prefillFor } from "./contact.server.ts";

const MESSAGE = {
  ...{ name: "Njeri Kamau", email: "njeri@example.co.ke", subject: "A name" },
  ...{ message: "Habari,\nis it free?", domain: "mamamboga.co.ke" },
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

test.each([
  ["name", 100],
  ["subject", 200],
  ["message", 5000],
])("%s accepts at most %i characters, and a longer value stays in the form", (field, max) => {
  expect(read({ [field]: "x".repeat(max) }).status).toBe("success");
  const rejected = read({ [field]: "x".repeat(max + 1) });
  expect(rejected.error?.[field]?.[0]).toContain(`at most ${max.toLocaleString("en-US")} characters`);
  expect(rejected.initialValue).toMatchObject({ [field]: "x".repeat(max + 1) });
});

test("counts CRLF as one character, as the form's limit does", () => {
  const typed = `${"x".repeat(4998)}\r\ny`;
  expect(read({ message: typed })).toMatchObject({ status: "success", value: { message: typed.replace("\r", "") } });
});

test.each<[string, string | string[], string]>([
  ["name", "Nje\u0000ri", "be sent"],
  ["subject", "Hello\r\nBcc: all@example.co.ke", "be sent"],
  ["message", "Hello\u001B[31m", "be sent"],
  ["message", "Hello \uFFFD", "be sent"],
  ["email", "njeri@example", "valid email address"],
  ["email", `${"x".repeat(250)}@a.ke`, "254"],
  ["domain", "two words", "no spaces"],
  ["domain", "co.ke", "is an ending"],
  ["domain", "<b>", "letters"],
  ["domain", ["one", "two"], "once"],
])("rejects %s at the field if it is %j", (field, value, words) => {
  expect(read({ [field]: value }).error).toEqual({ [field]: [expect.stringContaining(words)] });
});

test("the domain is optional, and a pasted URL becomes its domain", () => {
  for (const domain of ["", "  ", []]) {
    const { status, value } = read({ domain });
    expect([status, value?.domain]).toEqual(["success", undefined]);
  }
  expect(read({ domain: "https://www.Café.co.ke/" })).toMatchObject({ value: { domain: "xn--caf-dma.co.ke" } });
});

const prefill = (parameters: { domain?: string; plan?: string }) =>
  prefillFor({ domain: null, plan: null, ...parameters });
const ofDomain = (domain: string) => ({
  subject: `Domain enquiry: ${domain}`,
  domain,
  message: `Hello, I am interested in the domain ${domain}.`,
});

test.each([
  [{ domain: "mamamboga.co.ke", plan: "starter" }, ofDomain("mamamboga.co.ke")],
  // A name in Cyrillic letters that look Latin stays in ASCII.
  [{ domain: "аррӏе.com" }, ofDomain("xn--80ak6aa92e.com")],
  [
    { domain: "two words", plan: "deluxe" },
    {
      subject: "Hosting enquiry: Deluxe with SSL",
      domain: "",
      message: "Hello, I am interested in the Deluxe with SSL hosting plan.",
    },
  ],
])("a link with %j prefills subject, domain and message", (parameters, fields) => {
  expect(prefill(parameters)).toEqual(fields);
});

test.each([{ domain: `${"long-name.".repeat(24)}co.ke` }, { domain: "münchen.de" }, { plan: "ultimate" }])(
  "the fields that %j prefills are valid",
  (parameters) => {
    expect(read({ ...prefill(parameters) }).status).toBe("success");
  },
);

test.each([{ domain: "" }, { domain: "<script>" }, { domain: "co.ke" }, { plan: "gold" }, { plan: "Starter " }, {}])(
  "%j prefills nothing",
  (parameters) => {
    expect(prefill(parameters)).toBeNull();
  },
);

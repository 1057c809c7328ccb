import { expect, it } from "vitest";
import { brandFrom } from "#app/platform/brand.ts";
import { schoolInterestSchema } from "./schema.server.ts";
import { interestMail } from "./thanks-mail.ts";

const TYPED = { name: "Grace", school: "Kibera Hills", email: "Head@Kibera.ac.ke", phone: "0712 345 678" };
const parse = (fields: Record<string, unknown>) => schoolInterestSchema.safeParse({ ...TYPED, ...fields });

it.each([
  [{ role_label: "Headteacher" }, "headteacher", "Headteacher"],
  [{ role_label: "parent" }, "other", "Parent"],
  [{ role: "other" }, "other", "Other"],
  [{ role: "teacher" }, "teacher", "Teacher"],
  // If they contradict each other, the role counts.
  [{ role: "administrator", role_label: "Parent" }, "administrator", "Administrator"],
])("reads %j as the role %s with the label %s", (fields, role, roleLabel) => {
  expect(parse(fields).data).toMatchObject({ role, roleLabel });
});

it.each([{}, { role: "king" }, { role_label: "King" }])("rejects %j as a role", (fields) => {
  expect(parse(fields).error?.issues.map(({ path }) => path)).toEqual([["role_label"]]);
});

it("keeps the typed phone number beside the E.164 one, and missing fields as empty", () => {
  expect(parse({ role: "teacher" }).data).toEqual({
    ...{ ...TYPED, phoneE164: "+254712345678", role: "teacher", roleLabel: "Teacher" },
    ...{ studentCount: "", interest: "", wantsNews: false },
  });
});

it("reports all invalid fields at once", () => {
  const { error } = parse({ role: "teacher", name: "", phone: "1", students: "many", email: "x" });
  expect(error?.issues.map(({ path }) => path[0]).sort()).toEqual(["email", "name", "phone", "students"]);
});

const site = { origin: "https://jirani.example", payment: "", brand: { ...brandFrom({}), phone: undefined } };
const SENT = { ...TYPED, roleLabel: "Parent", studentCount: "500+", interest: "cbc" } as const;

it("the mail has every detail, N/A for missing ones, the promise and the tag", () => {
  const { dynamicData, text: _text, ...about } = interestMail(SENT, { site });
  expect(about).toEqual({ email: TYPED.email, firstName: "Grace", lastName: "" });
  for (const words of ["Kibera Hills", "Parent", TYPED.email, "0712 345 678", "500+", "CBC Support", "48 hours"]) {
    expect(dynamicData.html).toContain(words);
  }
  expect(dynamicData.tags).toEqual([{ name: "stride", value: "interest" }]);
  const missing = interestMail({ ...SENT, studentCount: "", interest: "" }, { site });
  expect(missing.dynamicData.html.match(/N\/A/g)).toHaveLength(2);
});

it("the mail has no link that a stranger typed, and its greeting has letters only", () => {
  const name = "Grace Call <b>now</b> https://spam.example";
  const mail = interestMail({ ...SENT, name, school: "Win airtime at www.spam.example <a href=x>" }, { site });
  expect(mail).toMatchObject({ email: TYPED.email, firstName: "Grace Call <b>now</b>", lastName: "" });
  expect(mail.dynamicData.html).toContain("Hello Grace,");
  expect(mail.dynamicData.html).toMatch(/School: Win airtime at &(lt|#60);a href=x&(gt|#62);/);
  expect(JSON.stringify(mail)).not.toContain("spam");
  const nameless = interestMail({ ...SENT, name: "https://spam.example", school: "spam.example/x" }, { site });
  expect([nameless.firstName, nameless.dynamicData.html]).toEqual(["", expect.stringContaining(">Hello,</p>")]);
  expect(nameless.dynamicData.html).toContain("School: N/A");
});

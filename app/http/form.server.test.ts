import { expect, it } from "vitest";
import { z } from "zod/v4";
import { readForm, refuse, statusOf } from "./form.server.ts";

const schema = z.object({ name: z.string() });

function read(body: string) {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return readForm(new Request("http://127.0.0.1/contact", { method: "POST", headers, body }), schema);
}

it("gives back what was typed", async () => {
  expect(await read("name=Njeri&website_2=")).toMatchObject({ status: "success", value: { name: "Njeri" } });
});

it.each([
  "name[999999999]",
  "name.a",
  "a[0].b",
  "__intent__",
  "__state__",
  "__proto__[x]",
  "constructor",
  "toString",
  "",
])("takes no notice of a field called '%s'", async (odd) => {
  const submission = await read(`name=Njeri&${encodeURIComponent(odd)}=x`);
  expect(submission).toMatchObject({ status: "success", value: { name: "Njeri" } });
  expect(submission.payload).toEqual({ name: "Njeri" });
});

it.each([
  [400, { status: 422 }],
  [400, { status: 200 }],
  [409, { status: 409 }],
  [429, { status: 429 }],
  [503, { status: 0 }],
  [503, { status: 401 }],
  [503, { status: 403 }],
  [503, { status: 500 }],
  [503, { status: 502 }],
  [503, { status: 504 }],
  [503, { status: 422, isUnknown: true }],
])("a page is %i when a service answered %j", (status, answer) => {
  expect(statusOf(answer)).toBe(status);
});

const context = { requestId: "0123456789ab" };
const reference = `Reference: ${context.requestId}`;

it.each([
  ["under the sentence", { message: "Failed.", status: 503 }, { title: "Failed.", said: [reference] }],
  [
    "behind it, under a heading",
    { title: "No", message: "It failed.", status: 503 },
    { title: "No", said: ["It failed.", reference] },
  ],
  [
    "not where the reader can mend it",
    { message: "Too often.", status: 429 },
    { title: undefined, said: ["Too often."] },
  ],
])("says the reference of the log's lines: %s", async (_where, refused, { title, said }) => {
  const { data } = refuse({
    context: { ...context },
    form: "contact",
    submission: await read("name=Njeri"),
    ...refused,
  });
  expect([data.title, data.result.error?.[""]]).toEqual([title, said]);
});

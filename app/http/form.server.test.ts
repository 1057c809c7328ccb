import { expect, it } from "vitest";
import { z } from "zod/v4";
import { readForm } from "./form.server.ts";

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

import { afterEach, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { deskChecks } from "./desk.server.ts";

const before = { staff: env.staff, needsWitness: env.needsWitness, mpesa: env.mpesa };
afterEach(() => void Object.assign(env, before));

test.each([
  [["a@b.ke", "c@d.ke"], true, /^good A second person confirms/],
  [["a@b.ke"], true, /^warning There is one member of staff.*PAYMENTS_WITNESS=0/],
  [["a@b.ke"], false, /^good One person counts payments by hand alone. Each is logged and mailed to BRAND_EMAIL/],
  [["a@b.ke", "c@d.ke"], false, /^warning Each of 2 members.*Remove PAYMENTS_WITNESS/],
  [[], true, /^off .*no desk/],
] as const)("of %j staff, a second person needed: %s, the doctor says %s", async (staff, needsWitness, words) => {
  Object.assign(env, { staff: [...staff], needsWitness, mpesa: { shortcode: "600123" } });
  const finding = await deskChecks()
    .find(({ name }) => name === "payments by hand")
    ?.run();
  expect(Object.values(finding ?? {}).join(" ")).toMatch(words);
});

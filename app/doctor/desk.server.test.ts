import { afterEach, expect, test, vi } from "vitest";
import { readStaffState } from "#app/desk/work-rows.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import { deskChecks } from "./desk.server.ts";

vi.mock("#app/desk/work-rows.table.server.ts", () => ({ readStaffState: vi.fn() }));

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

const FULL = { confirmed: 1, stepped: 1 };
const NOBODY = { confirmed: 0, stepped: 0 };
const NO_STEP = { confirmed: 1, stepped: 0 };

test.each([
  [{ "a@b.ke": FULL, "c@d.ke": FULL }, /^good 2 members of staff/, []],
  [
    { "a@b.ke": FULL, "c@d.ke": NOBODY, "e@f.ke": NOBODY },
    /^warning No confirmed account, of 3 /,
    ["c@d.ke", "e@f.ke"],
  ],
  [{ "a@b.ke": NO_STEP, "c@d.ke": FULL, "e@f.ke": NO_STEP }, /^warning No second step, of 3 /, ["a@b.ke", "e@f.ke"]],
  [{ "a@b.ke": NO_STEP, "c@d.ke": NOBODY }, /^warning No confirmed account, of 2 /, ["c@d.ke"]],
  [{ "a@b.ke": FULL }, /^warning There is one member/, []],
  [{ "a@b.ke": undefined, "c@d.ke": FULL }, /^bad The database/, []],
] as const)("of the staff %j the doctor says %s and names %j", async (states, words, named) => {
  const all: Record<string, { confirmed: number; stepped: number } | undefined> = states;
  vi.mocked(readStaffState).mockImplementation(async ([address = ""]) => all[address]);
  Object.assign(env, { staff: Object.keys(all) });
  const { state, message } = (await deskChecks()
    .find(({ name }) => name === "staff")
    ?.run()) ?? { state: "", message: "" };
  expect(`${state} ${message}`).toMatch(words);
  expect(Object.keys(all).filter((address) => message.includes(address))).toEqual([...named]);
});

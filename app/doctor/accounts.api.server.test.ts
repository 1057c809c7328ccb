import { afterEach, expect, test, vi } from "vitest";
import { readStaffState } from "#app/desk/work-rows.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import { staffChecks } from "./accounts.api.server.ts";

vi.mock("#app/desk/work-rows.table.server.ts", () => ({ readStaffState: vi.fn() }));

const { staff, readers } = env;
afterEach(() => void Object.assign(env, { staff, readers }));

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
  [{ "a@b.ke": FULL }, /^warning There is no second member/, []],
  [{ "a@b.ke": undefined, "c@d.ke": FULL }, /^bad The database/, []],
] as const)("of the staff %j the doctor says %s and names %j", async (states, words, named) => {
  const all: Record<string, { confirmed: number; stepped: number } | undefined> = states;
  vi.mocked(readStaffState).mockImplementation(async ([address = ""]) => all[address]);
  Object.assign(env, { staff: Object.keys(all), readers: [] });
  const [check] = staffChecks();
  const { state, message } = (await check?.run()) ?? { state: "", message: "" };
  expect(`${state} ${message}`).toMatch(words);
  expect(Object.keys(all).filter((address) => message.includes(address))).toEqual([...named]);
});

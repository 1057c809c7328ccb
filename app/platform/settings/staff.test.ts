import { expect, test } from "vitest";
import { readStaff } from "./staff.ts";

test.each([
  [undefined, [], []],
  ["A@b.ke, c@d.ke:read", ["a@b.ke"], ["c@d.ke"]],
  ["a@b.ke:READ", [], ["a@b.ke"]],
  ["a@b.ke, a@b.ke:read", [], ["a@b.ke"]],
])("of STAFF=%s these may write: %j, and these only read: %j", (setting, staff, readers) => {
  expect(readStaff(setting, false)).toEqual({ staff, readers });
});

test("one of the three members of staff of the sandbox only reads", () => {
  expect(readStaff(undefined, true)).toMatchObject({ readers: ["staff3@example.co.ke"] });
});

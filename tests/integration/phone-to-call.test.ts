import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runDeskCommand } from "#app/accounts/desk-command.server.ts";
import { env } from "#app/platform/env.server.ts";
import { action as profile } from "#app/routes/account/profile.tsx";
import { submit } from "./browser.ts";
import { database, FIRST, first } from "./two-customers.ts";

beforeEach(async () => {
  await database.query(
    "update auth.users set raw_user_meta_data = raw_user_meta_data - 'contact_phone' where id = $1",
    [FIRST.id],
  );
  await database.query("delete from account_changes");
});
afterEach(() => void vi.restoreAllMocks());

const savePhone = (phone: string) => submit(profile, "/profile", { form: "you", name: FIRST.name, phone }, first);
const daysPass = (days: number) =>
  database.query("update account_changes set created_at = created_at - $1 * interval '1 day'", [days]);

/** Returns what the command on the server says about the first customer. */
async function said(): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  expect(await runDeskCommand(["phone", FIRST.email.toUpperCase()])).toBe(0);
  const text = write.mock.calls.join("");
  write.mockRestore();
  return text;
}

/** Changes the number at the auth service itself, as a thief with the password can. */
async function changeAtAuthService(phone: string) {
  const key = { apikey: env.supabase.publishableKey };
  const call = (path: string, method: string, body: object, headers = {}) =>
    database.answer(
      new Request(`http://localhost/auth/v1/${path}`, {
        method,
        headers: { ...key, ...headers },
        body: JSON.stringify(body),
      }),
    );
  const signedIn = await call("token?grant_type=password", "POST", {
    email: FIRST.email,
    password: "sandbox-password",
  });
  const { access_token } = await signedIn.json();
  const changed = await call(
    "user",
    "PUT",
    { data: { contact_phone: phone } },
    { Authorization: `Bearer ${access_token}` },
  );
  expect(changed.status).toBe(200);
}

test("an account without a number has none to call, and its first number does not count for 30 days", async () => {
  expect(await said()).toMatch(/^This account has no number\./);
  await savePhone("0712 345 678");
  expect(await said()).toMatch(/^Do not call: the first number came on /);
  await daysPass(31);
  expect(await said()).toBe("Call 0712 345678.\n");
});

test("after changes, also at the auth service, the number of 30 days ago is the one to call, and each change is noted", async () => {
  await savePhone("0712 345 678");
  await daysPass(40);
  await changeAtAuthService("+254733111111");
  await changeAtAuthService("+254733222222");
  expect(await said()).toMatch(/^Call 0712 345678\. Another number came on .*: do not call that one\.$/m);
  const noted = await database.query("select kind, old_phone from account_changes order by created_at");
  expect(noted).toEqual([
    { kind: "phone", old_phone: null },
    { kind: "phone", old_phone: "+254712345678" },
    { kind: "phone", old_phone: "+254733111111" },
  ]);
  await daysPass(31);
  expect(await said()).toBe("Call 0733 222222.\n");
});

test("a stored number that is none is not called", async () => {
  await changeAtAuthService("ask my friend");
  await daysPass(31);
  expect(await said()).toMatch(/^This account has no number\./);
});

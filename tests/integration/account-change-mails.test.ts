import { expect, test } from "vitest";
import { ACCOUNT_CHANGES } from "#app/accounts/account-mail.ts";
import { sendAccountNotifications } from "#app/server/notification-run.server.ts";
import { database, newCustomer } from "./customers.ts";

test.each(ACCOUNT_CHANGES)("a change of the kind %s is mailed once to its owner", async (kind) => {
  const { email } = await newCustomer();
  await database.query(
    `insert into account_changes (user_id, kind, email, new_email)
     select id, $1, email, case when $1 = 'address' then 'new-' || email end from auth.users where email = $2`,
    [kind, email],
  );
  await sendAccountNotifications();
  await sendAccountNotifications();
  const to = kind === "address" ? [email, `new-${email}`] : [email];
  const all = await database.query(
    "select recipient, subject, body_text from mails where kind = 'change' and recipient like $1",
    [`%${email}`],
  );
  expect(all.map(({ recipient }) => recipient).sort()).toEqual(to.sort());
  for (const { subject, body_text } of all) expect([subject, body_text]).toEqual([SUBJECTS[kind], expect.any(String)]);
});

const SUBJECTS: Record<(typeof ACCOUNT_CHANGES)[number], unknown> = {
  password: "Your password was changed",
  address: expect.stringMatching(/^Your sign-in e-mail was changed$|^You now sign in with this address$/),
  phone: expect.stringMatching(/phone/i),
  "sign-out": expect.stringMatching(/signed out/i),
  "step-on": expect.stringMatching(/second step/i),
  "step-off": expect.stringMatching(/second step/i),
  "step-codes": "You have new printed codes",
  "step-code-used": "A printed code was used",
  "wrong-codes": "Wrong codes were typed",
  "copies-on": "Copies of your bills go to a second address",
  "copies-off": "Copies of your bills have stopped",
};

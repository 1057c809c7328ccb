import { beforeAll, expect, test } from "vitest";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { database } from "../../tests/integration/database.ts";
import { clientOf, signedIn } from "../../tests/integration/demo-customers.ts";
import { findNote, saveNote } from "./notes.table.server.ts";

const [FIRST, SECOND] = demoCustomers;
const DOMAIN = "mamamboga.co.ke";
let domainId: string;

beforeAll(async () => {
  await createDemoCustomers(database);
  const [row] = await database.query("select id from domains where name = $1", [DOMAIN]);
  domainId = String(row?.id);
});

test("keeps the last note of a domain, which its owner reads", async () => {
  const own = clientOf(await signedIn(FIRST.email));
  expect(await findNote(own, FIRST.id, domainId)).toEqual({ ok: true, value: null });
  for (const note of ["For the shop", "For the market"]) {
    expect(await saveNote(FIRST.id, DOMAIN, note)).toEqual({ ok: true, value: null });
  }
  expect(await findNote(own, FIRST.id, domainId)).toEqual({ ok: true, value: "For the market" });
});

test("another customer neither writes the note nor reads it, even with the owner's id", async () => {
  expect(await saveNote(SECOND.id, DOMAIN, "Mine")).toMatchObject({ ok: false, status: 404 });
  const foreign = clientOf(await signedIn(SECOND.email));
  expect(await findNote(foreign, FIRST.id, domainId)).toEqual({ ok: true, value: null });
});

test("rejects a note that is too long", async () => {
  expect(await saveNote(FIRST.id, DOMAIN, "a".repeat(501))).toMatchObject({ ok: false, status: 0 });
});

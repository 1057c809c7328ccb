/** The two demo customers, each signed in, with a database of its own, for the test file that imports this. */
import { afterAll, beforeAll } from "vitest";
import type { Embedded } from "#mocks/database/embedded.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import type { Browser } from "./browser.ts";
import { signedIn } from "./demo-customers.ts";
import { openMemory } from "./open-memory.ts";

export const [FIRST, SECOND] = demoCustomers;
export let database: Embedded;
export let first: Browser;
export let second: Browser;

beforeAll(async () => {
  ({ database } = await openMemory());
  await createDemoCustomers(database);
  [first, second] = await Promise.all([signedIn(FIRST.email), signedIn(SECOND.email)]);
});
afterAll(() => database.close());

/** The two demo customers, each signed in, with a database of its own, for the test file that imports this. */
import { beforeAll } from "vitest";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import type { Browser } from "./browser.ts";
import { database } from "./database.ts";
import { signedIn } from "./demo-customers.ts";

export const [FIRST, SECOND] = demoCustomers;
export { database };
export let first: Browser;
export let second: Browser;

beforeAll(async () => {
  await createDemoCustomers(database);
  [first, second] = await Promise.all([signedIn(FIRST.email), signedIn(SECOND.email)]);
});

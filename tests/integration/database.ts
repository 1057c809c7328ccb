/** A migrated database with the seeded posts, for the test file that imports this. */
import { beforeAll } from "vitest";
import type { Embedded } from "#mocks/database/embedded.ts";
import type { AuthMail } from "#mocks/database/mail-queue.ts";
import { openMemory } from "./open-memory.ts";

export let database: Embedded;
/** The mails that the auth service has sent. */
export let mails: AuthMail[];

beforeAll(async () => {
  ({ database, mails } = await openMemory());
});

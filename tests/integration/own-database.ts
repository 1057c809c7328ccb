/** A database of its own for the test file that imports this. */
import { beforeAll } from "vitest";
import type { Embedded } from "#mocks/database/embedded.ts";
import { openMemory } from "./open-memory.ts";

export let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});

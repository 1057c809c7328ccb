import { splitList } from "./setting-values.ts";

/** A member of the agency's staff at the desk. Database functions take it whole, for the log. */
export type Staff = { id: string; email: string; name: string };

/** The accounts of mocks/demo-staff.ts. */
const SANDBOX_STAFF = "staff@example.co.ke, staff2@example.co.ke, staff3@example.co.ke:read";
const READS = /:read$/i;

/**
 * Returns the lower-case addresses of the accounts that may use the desk: those that may change something (`staff`), and those
 * that only read (`readers`), which have ":read" after the address. If both lists are empty, there is no desk. An address that
 * is in the setting twice reads, because the smaller right is the safe one.
 */
export function readStaff(setting: string | undefined, isSandbox: boolean): { staff: string[]; readers: string[] } {
  const all = splitList(setting ?? (isSandbox ? SANDBOX_STAFF : "")).map((one) => one.toLowerCase());
  const readers = all.filter((one) => READS.test(one)).map((one) => one.replace(READS, ""));
  return { staff: all.filter((one) => !READS.test(one) && !readers.includes(one)), readers };
}

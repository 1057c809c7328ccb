import { splitList } from "./setting-values.ts";

/** A member of the agency's staff at the desk. Database functions take it whole, for the log. */
export type Staff = { id: string; email: string; name: string };

/** The accounts of mocks/demo-staff.ts. */
const SANDBOX_STAFF = "staff@example.co.ke, staff2@example.co.ke";

/** Returns the lower-case addresses of the accounts that may use the desk; if the list is empty, there is no desk. */
export function readStaff(setting: string | undefined, isSandbox: boolean): string[] {
  return splitList(setting ?? (isSandbox ? SANDBOX_STAFF : "")).map((email) => email.toLowerCase());
}

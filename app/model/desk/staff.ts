/** A member of the agency's staff at the desk. Database functions take it whole, for the log. */
export type Staff = { id: string; email: string; name: string };

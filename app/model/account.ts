/** A customer, as every page may know them. */
export type Account = {
  id: string;
  email: string;
  /** Full name; undefined when none was given. */
  name?: string | undefined;
  /** How to ring them, in the international form (E.164); undefined when they gave none. */
  phone?: string | undefined;
  /** An https address of a picture. */
  avatarUrl?: string | undefined;
};

/** What to call a customer: the name, else the e-mail. */
export function nameOf({ name, email }: Pick<Account, "name" | "email">): string {
  return name ?? email;
}

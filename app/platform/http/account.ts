/** A customer as pages show it. */
export type Account = {
  id: string;
  email: string;
  /** Full name; undefined if not given. */
  name?: string | undefined;
  /** E.164; undefined if not given. */
  phone?: string | undefined;
  /** The https URL of a picture. */
  avatarUrl?: string | undefined;
  /** Whether the owner has proved that the e-mail address is theirs. */
  isConfirmed?: boolean;
};

/** Returns the name, or the e-mail address if there is no name. */
export function nameOf({ name, email }: Pick<Account, "name" | "email">): string {
  return name ?? email;
}

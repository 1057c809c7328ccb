import { useState } from "react";
import { Icon } from "#app/ui/primitives/icons.tsx";
import type { SignedIn } from "#app/ui/shell/auth.tsx";

/** A customer's picture, else the first letter of their e-mail, else a plain figure. */
export function Avatar({ user: { email, avatarUrl } }: { user: SignedIn }) {
  const [isBroken, setIsBroken] = useState(false);
  if (avatarUrl !== undefined && !isBroken) {
    return <img className="avatar" src={avatarUrl} alt="" width={36} height={36} onError={() => setIsBroken(true)} />;
  }
  const [letter] = email.toUpperCase();
  return (
    <span className="avatar" aria-hidden="true">
      {letter ?? <Icon name="user" />}
    </span>
  );
}

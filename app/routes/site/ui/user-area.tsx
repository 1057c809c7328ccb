import { Form, useLocation } from "@remix-run/react";
import { nameOf } from "#app/model/account.ts";
import { NavLink } from "#app/ui/primitives/link.tsx";
import { Spinner } from "#app/ui/primitives/spinner.tsx";
import { type SignedIn, useAuth } from "#app/ui/shell/auth.tsx";
import { Avatar } from "./avatar.tsx";
import { EditProfile } from "./edit-profile.tsx";

/** The end of the bar: a way in, or who is in and what they can do. How the menu closes is in menu-script.tsx. */
export function UserArea() {
  const { user, isChanging } = useAuth();
  const { key } = useLocation();
  if (user === undefined) {
    return (
      <NavLink to="/login">
        Sign In
        {isChanging && <Spinner />}
      </NavLink>
    );
  }
  return (
    <div className="drop drop-end">
      <details key={key} suppressHydrationWarning>
        <summary>
          <Avatar user={user} />
          <span className="visually-hidden">Account of {nameOf(user)}</span>
        </summary>
        <ul>
          <li>
            <WhoIsIn user={user} />
          </li>
          <li>
            <NavLink to="/dashboard">Dashboard</NavLink>
          </li>
          <li>
            <EditProfile />
          </li>
          <li>
            <SignOut />
          </li>
        </ul>
      </details>
    </div>
  );
}

/** Name and e-mail; the e-mail once, where there is no name. */
export function WhoIsIn({ user }: { user: SignedIn }) {
  return (
    <p className="who">
      <b>{nameOf(user)}</b>
      {user.name !== undefined && <span className="quiet">{user.email}</span>}
    </p>
  );
}

/** The way out; pressed once, it waits. */
export function SignOut({ className }: { className?: string }) {
  const { isChanging } = useAuth();
  return (
    <Form method="post" action="/logout" onSubmit={(event) => isChanging && event.preventDefault()}>
      <button type="submit" className={className} aria-disabled={isChanging || undefined}>
        Sign Out
        {isChanging && <Spinner />}
      </button>
    </Form>
  );
}

import { Form, useLocation, useNavigate } from "@remix-run/react";
import { type ComponentType, type MouseEvent, useState } from "react";
import { createPortal } from "react-dom";
import { nameOf } from "#app/platform/http/account.ts";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Icon, Spinner } from "#app/ui/primitives/icons.tsx";
import { NavLink } from "#app/ui/primitives/link.tsx";
import { type SignedIn, useAuth } from "#app/ui/shell/auth.tsx";
import type { ProfileDialogProps } from "./profile-dialog.tsx";

/** The end of the header: the sign-in link or the menu of the account. The script in frame.tsx closes the menu. */
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
            <UserName user={user} />
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

/** The name and the e-mail address, or only the address if there is no name. */
export function UserName({ user }: { user: SignedIn }) {
  return (
    <p className="who">
      <b>{nameOf(user)}</b>
      {user.name !== undefined && <span className="quiet">{user.email}</span>}
    </p>
  );
}

/** The sign-out button. It ignores presses while a sign-out is under way. */
export function SignOut({ className }: { className?: string }) {
  const { isChanging } = useAuth();
  return (
    <Form method="post" action="/logout" onSubmit={(event) => isChanging && event.preventDefault()}>
      <CsrfToken />
      <button type="submit" className={className} aria-disabled={isChanging || undefined}>
        Sign Out
        {isChanging && <Spinner />}
      </button>
    </Form>
  );
}

/** A customer's picture, else the first letter of their e-mail, else an icon. */
function Avatar({ user: { email, avatarUrl } }: { user: SignedIn }) {
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

/** A link to the profile. With JavaScript it opens a dialog instead, which is loaded on the first press. */
function EditProfile() {
  const { user } = useAuth();
  const navigate = useNavigate();
  const [Dialog, setDialog] = useState<ComponentType<ProfileDialogProps>>();
  const open = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const module = await import("./profile-dialog.tsx").catch(() => undefined);
    if (module === undefined) return navigate("/profile");
    setDialog(() => module.ProfileDialog);
  };
  return (
    <>
      <NavLink to="/profile" onClick={open}>
        Edit Profile
      </NavLink>
      {/* In the body, because the menu around the link closes. */}
      {Dialog && user && createPortal(<Dialog user={user} onClose={() => setDialog(undefined)} />, document.body)}
    </>
  );
}

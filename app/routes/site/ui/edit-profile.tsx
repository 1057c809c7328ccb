import { useNavigate } from "@remix-run/react";
import { type ComponentType, type MouseEvent, useState } from "react";
import { createPortal } from "react-dom";
import { NavLink } from "#app/ui/primitives/link.tsx";
import { useAuth } from "#app/ui/shell/auth.tsx";
import type { ProfileDialogProps } from "./profile-dialog.tsx";

/** A link to the profile. With scripts it opens over the page instead; what that needs is loaded when it is pressed. */
export function EditProfile() {
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
      {/* In the page's body: the menu that the link is in closes. */}
      {Dialog && user && createPortal(<Dialog user={user} onClose={() => setDialog(undefined)} />, document.body)}
    </>
  );
}

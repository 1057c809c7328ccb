import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { PROFILE_FORM, ProfileForm } from "#app/ui/forms/profile-form.tsx";
import { SignOutEverywhere } from "#app/ui/forms/sign-out-everywhere.tsx";
import { useFormKey } from "#app/ui/forms/use-page-form.ts";
import type { SignedIn } from "#app/ui/shell/auth.tsx";

export type ProfileDialogProps = { user: SignedIn; onClose: () => void };

/** The profile in the browser's modal dialog. It closes when the profile is saved. */
export function ProfileDialog({ user, onClose }: ProfileDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { pathname, search } = useLocation();
  const formKey = useFormKey(PROFILE_FORM);
  const first = useRef(formKey);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (formKey !== first.current) dialog.current?.close();
  }, [formKey]);
  return (
    <dialog ref={dialog} aria-labelledby="edit-profile" onClose={onClose}>
      <h2 id="edit-profile" className="pb-4">
        Edit Profile
      </h2>
      <ProfileForm
        id={PROFILE_FORM}
        email={user.email}
        name={user.name ?? ""}
        from={pathname + search}
        onCancel={() => dialog.current?.close()}
      />
      <SignOutEverywhere />
    </dialog>
  );
}

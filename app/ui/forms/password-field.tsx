import { type ComponentPropsWithoutRef, useEffect, useRef, useState } from "react";
import { ariaFor, type FieldAbout, FieldGroup } from "./field.tsx";

type PasswordFieldProps = FieldAbout &
  Omit<ComponentPropsWithoutRef<"input">, "type" | "defaultValue"> & {
    autoComplete: "current-password" | "new-password";
    /** Changes with each refused submission, which empties the field, as a page without scripts does. */
    clearedBy?: unknown;
  };

/**
 * A password field with a "Show" button. The button needs scripts; its place is reserved. A shown password is hidden before the
 * form is sent, or browsers would store it as text.
 */
export function PasswordField({ label, hint, error, isOptional, clearedBy, ...input }: PasswordFieldProps) {
  const about = { id: input.id, label, hint, error, isOptional };
  const control = useRef<HTMLInputElement>(null);
  const [isEnhanced, setIsEnhanced] = useState(false);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    setIsEnhanced(true);
    const form = control.current?.form;
    const hide = () => setIsShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  useEffect(() => {
    if (clearedBy !== undefined && control.current) control.current.value = "";
  }, [clearedBy]);
  return (
    <FieldGroup {...about}>
      <div className="password">
        <input
          {...input}
          {...ariaFor(about)}
          ref={control}
          type={isShown ? "text" : "password"}
          className="input"
          autoCapitalize="none"
          spellCheck={false}
        />
        {isEnhanced && (
          // Named by its content: with a label of its own it would be a second field "Password" for tests and for voice
          // control.
          <button type="button" onClick={() => setIsShown(!isShown)}>
            {isShown ? "Hide" : "Show"}
            <span className="visually-hidden"> password</span>
          </button>
        )}
      </div>
    </FieldGroup>
  );
}

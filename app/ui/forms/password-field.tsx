import { type ComponentPropsWithoutRef, useEffect, useRef, useState } from "react";
import { ariaFor, type FieldAbout, FieldGroup } from "./field.tsx";

type PasswordFieldProps = FieldAbout &
  Omit<ComponentPropsWithoutRef<"input">, "type" | "defaultValue"> & {
    autoComplete: "current-password" | "new-password";
    /** Changes with each refusal: the field is emptied then, as it is in a page that came back. */
    clearedBy?: unknown;
  };

/**
 * A field for a password: it may be pasted into, and shown. The button that shows it comes with the scripts and takes a
 * place that was kept for it. When the form is sent it is hidden again, or browsers would remember it as text.
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
          <button
            type="button"
            aria-label={`${isShown ? "Hide" : "Show"} password`}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? "Hide" : "Show"}
          </button>
        )}
      </div>
    </FieldGroup>
  );
}

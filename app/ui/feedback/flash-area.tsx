import type { FlashMessage } from "#app/platform/http/flash-message.ts";
import { UndoForm } from "#app/ui/forms/undo-form.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { Banner } from "./banner.tsx";
import { useFlash } from "./flash-provider.tsx";
import { Toast } from "./toast.tsx";

/**
 * Shows the flash message: as a banner if it came with the page's HTML, as a toast if the page was already open. Shows nothing
 * for a message that stands beside its form (inline-flash.tsx).
 */
export function FlashArea() {
  const flash = useFlash();
  const [banner, toast] = [flash.banner, flash.toast].map((one) => (one?.isNear ? undefined : one));
  const message = toast && {
    title: toast.title,
    text: toast.text,
    isFailure: toast.isUnsure ?? false,
    button: <Buttons {...toast} />,
  };
  return (
    <>
      {banner && (
        <div className="page pt-4">
          <Banner kind={banner.isUnsure ? "warn" : "ok"} title={banner.title}>
            {banner.text && <p>{banner.text}</p>}
            <Buttons {...banner} />
          </Banner>
        </div>
      )}
      <Toast message={message ?? null} onClose={flash.close} />
    </>
  );
}

/** The link to what comes next, and the button that undoes what the message is about. */
function Buttons({ next, undo }: FlashMessage) {
  return (
    <>
      {next && (
        <Link className="link" to={next.to}>
          {next.label}
        </Link>
      )}
      {undo !== undefined && <UndoForm to={undo} />}
    </>
  );
}

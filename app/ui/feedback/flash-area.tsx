import type { FlashMessage } from "#app/model/flash.ts";
import { UndoForm } from "#app/ui/forms/undo-form.tsx";
import { Banner } from "./banner.tsx";
import { useFlash } from "./flash-provider.tsx";
import { Toast } from "./toast.tsx";

/**
 * Where a page says how the last thing went: a banner in its HTML, a toast once it is enhanced; nothing where it stands
 * beside its form (near-notice.tsx).
 */
export function FlashArea() {
  const notice = useFlash();
  const [banner, toast] = [notice.banner, notice.toast].map((one) => (one?.isNear ? undefined : one));
  const message = toast && {
    title: toast.title,
    text: toast.text,
    isFailure: toast.isUnsure ?? false,
    button: <Undo {...toast} />,
  };
  return (
    <>
      {banner && (
        <div className="page pt-4">
          <Banner kind={banner.isUnsure ? "warn" : "ok"} title={banner.title}>
            {banner.text && <p>{banner.text}</p>}
            <Undo {...banner} />
          </Banner>
        </div>
      )}
      <Toast message={message ?? null} onClose={notice.close} />
    </>
  );
}

/** Takes back what the notice is about. */
function Undo({ undo }: FlashMessage) {
  return undo === undefined ? null : <UndoForm to={undo} />;
}

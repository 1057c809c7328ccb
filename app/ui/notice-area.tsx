import { Notice } from "./notice.tsx";
import { useNotice } from "./notice-provider.tsx";
import { Toast } from "./toast.tsx";

/** Where a page says how the last thing went: a banner in its HTML, a toast once it is enhanced. */
export function NoticeArea() {
  const { banner, toast, close } = useNotice();
  return (
    <>
      {banner && (
        <div className="page pt-4">
          <Notice kind="ok" title={banner.title}>
            {banner.text && <p>{banner.text}</p>}
          </Notice>
        </div>
      )}
      <Toast message={toast ?? null} onClose={close} />
    </>
  );
}

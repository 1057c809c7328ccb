import { Notice } from "./banner.tsx";
import { useNotice } from "./flash-provider.tsx";

/** How a form of a longer page went, beside that form: a page of several would say it out of sight at its top. */
export function NearNotice({ about }: { about: string }) {
  const { banner, toast } = useNotice();
  const notice = banner ?? toast;
  if (!notice?.isNear || notice.about !== about) return null;
  return (
    <Notice kind={notice.isUnsure ? "warn" : "ok"} title={notice.title}>
      {notice.text && <p>{notice.text}</p>}
    </Notice>
  );
}

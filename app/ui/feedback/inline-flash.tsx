import { Banner } from "./banner.tsx";
import { useFlash } from "./flash-provider.tsx";

/** How a form of a longer page went, beside that form: a page of several would say it out of sight at its top. */
export function InlineFlash({ about }: { about: string }) {
  const { banner, toast } = useFlash();
  const notice = banner ?? toast;
  if (!notice?.isNear || notice.about !== about) return null;
  return (
    <Banner kind={notice.isUnsure ? "warn" : "ok"} title={notice.title}>
      {notice.text && <p>{notice.text}</p>}
    </Banner>
  );
}

import { useEffect, useState } from "react";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { Toast } from "#app/ui/feedback/toast.tsx";
import { useCameWithoutLoading } from "#app/ui/shell/use-came-without-loading.ts";

const FAILURE = { title: "Error loading projects", text: "Failed to fetch project data. Please try again later." };

/** Stands where projects would be, when their list could not be had; a toast too where no document was loaded. */
export function ProjectsFailure({ retryHref, titleAs }: { retryHref: string; titleAs?: "h1" }) {
  const isNew = useCameWithoutLoading();
  const [isTold, setIsTold] = useState(false);
  useEffect(() => setIsTold(isNew), [isNew]);
  return (
    <>
      <ReadFailure kind="bad" title={FAILURE.title} titleAs={titleAs} retryHref={retryHref}>
        {FAILURE.text}
      </ReadFailure>
      <Toast message={isTold ? { ...FAILURE, isFailure: true } : null} onClose={() => setIsTold(false)} />
    </>
  );
}

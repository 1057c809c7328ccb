import { useEffect, useState } from "react";
import type { ImageSource } from "#app/model/image-source.ts";
import { ButtonLink } from "#app/ui/marks/button.tsx";
import { ProjectPicture } from "./project-picture.tsx";

type PhoneDemoProps = {
  title: string;
  /** The address of the project's page. */
  path: string;
  demoUrl: string;
  isOn: boolean;
  picture: ImageSource | undefined;
};

/**
 * A phone's frame with the picture of an app, and the app itself once somebody asks for it. Switching is a link, so it works
 * without scripts; with them the page stays. The app runs in a sandbox: it can use its own site and nothing of ours.
 */
export function PhoneDemo({ title, path, demoUrl, isOn, picture }: PhoneDemoProps) {
  const isAllowed = useFramesAllowed(isOn);
  return (
    <>
      <div className="phone" id="demo">
        {isOn && isAllowed ? (
          <iframe
            title={`${title}, live demo`}
            src={demoUrl}
            width={320}
            height={568}
            sandbox="allow-scripts allow-forms allow-same-origin"
            referrerPolicy="no-referrer"
          />
        ) : (
          <ProjectPicture picture={picture} sizes="20rem" />
        )}
      </div>
      <p>
        <ButtonLink
          kind={isOn ? "alt" : undefined}
          to={isOn ? `${path}#demo` : `${path}?demo=1#demo`}
          replace
          preventScrollReset
        >
          {isOn ? "Close Demo" : "Try Live Demo"}
        </ButtonLink>
      </p>
    </>
  );
}

/**
 * Only pages of projects allow frames of their demos, and a policy belongs to the document: who came here from another page
 * without loading has that page's. Then this one is loaded.
 */
function useFramesAllowed(isWanted: boolean): boolean {
  const [isAllowed] = useState(wasLoadedHere);
  useEffect(() => {
    if (isWanted && !isAllowed) location.reload();
  }, [isWanted, isAllowed]);
  return isAllowed;
}

function wasLoadedHere(): boolean {
  if (import.meta.env.SSR) return true;
  const [document] = performance.getEntriesByType("navigation");
  return document === undefined || new URL(document.name).pathname.startsWith("/projects");
}

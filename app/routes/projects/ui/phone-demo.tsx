import { useEffect, useState } from "react";
import type { ImageSource } from "#app/pictures/image-source.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { ProjectPicture } from "./project-picture.tsx";

type PhoneDemoProps = {
  id: string;
  title: string;
  demoUrl: string;
  isOn: boolean;
  isFirst?: boolean;
  picture: ImageSource | undefined;
};

/** A phone frame with the picture of an app, or the running app in a sandboxed iframe without access to this site. */
export function PhoneDemo({ id, title, demoUrl, isOn, isFirst = false, picture }: PhoneDemoProps) {
  const isAllowed = useFramesAllowed(isOn);
  return (
    <div className="phone" id={id}>
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
        <ProjectPicture picture={picture} isFirst={isFirst} sizes="20rem" />
      )}
    </div>
  );
}

type DemoSwitchProps = {
  title: string;
  isOn: boolean;
  /** The URLs of the page with and without the demo. */
  on: string;
  off: string;
  className?: string;
};

/** A link that switches a demo on or off. */
export function DemoSwitch({ title, isOn, on, off, className = "" }: DemoSwitchProps) {
  return (
    <ButtonLink kind={isOn ? "alt" : undefined} to={isOn ? off : on} className={className} replace preventScrollReset>
      {isOn ? "Close Demo" : "Try Live Demo"}
      <span className="visually-hidden"> of {title}</span>
    </ButtonLink>
  );
}

/**
 * Returns whether the document's content security policy allows the demo, and reloads the page if not. Only documents loaded
 * from a project page have that policy; client-side navigation keeps the policy of the first page.
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

import { useEffect, useState } from "react";
import type { ImageSource } from "#app/model/image-source.ts";
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

/**
 * A phone's frame with the picture of an app, and the app itself once somebody asks for it. The app runs in a sandbox: it can use
 * its own site and nothing of ours.
 */
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
  /** The addresses of the page with the demo and without it. */
  on: string;
  off: string;
  className?: string;
};

/** Opens and closes a demo by a link, so it works without scripts; with them the page stays. */
export function DemoSwitch({ title, isOn, on, off, className = "" }: DemoSwitchProps) {
  return (
    <ButtonLink kind={isOn ? "alt" : undefined} to={isOn ? off : on} className={className} replace preventScrollReset>
      {isOn ? "Close Demo" : "Try Live Demo"}
      <span className="visually-hidden"> of {title}</span>
    </ButtonLink>
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

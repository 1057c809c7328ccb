import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Jina } from "#app/ui/primitives/jina.tsx";
import { Landscape } from "#app/ui/primitives/landscape.tsx";
import { HOME, type WayHome } from "./error-page.tsx";

/** The 404 page, with bus number 404 in the picture. */
export function NotFoundPage({ home = HOME }: { home?: WayHome | undefined }) {
  return (
    <div className="whole cloth">
      <div className="page section">
        <h1 className="poster">Not Found</h1>
        <p className="lead">We didn't find what you're looking for</p>
        <ButtonLink to={home.to}>{home.label}</ButtonLink>
        <Jina saying="Kupotea njia ndiko kujua njia" gloss="To lose the way is to learn the way" />
      </div>
      <Landscape hasBus />
    </div>
  );
}

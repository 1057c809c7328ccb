import bus from "./bus.svg?raw";
import land from "./landscape.svg?raw";

/** Only the page's HTML has these drawings: otherwise the scripts of every page would contain them. */
const [LAND, BUS] = import.meta.env.SSR ? [land, bus] : ["", ""];

/**
 * The picture of error pages: hills, a cut cable and, on the 404 page, bus number 404. The server draws it, and hydration keeps
 * it. A page that is rendered in the browser only has no picture.
 */
export function Landscape({ hasBus }: { hasBus: boolean }) {
  const __html = hasBus ? LAND.replace("</svg>", `${BUS}</svg>`) : LAND;
  return <div className="land" suppressHydrationWarning aria-hidden dangerouslySetInnerHTML={{ __html }} />;
}

/** An attested Swahili saying and its translation (docs/product/site.md, "The look"). One on a page, never beside an error. */
export function Jina({ saying, gloss }: { saying: string; gloss: string }) {
  return (
    <p className="jina">
      <b lang="sw">{saying}</b>
      <span className="quiet">{gloss}</span>
    </p>
  );
}

import type { ReactNode } from "react";
import { Jina } from "./landscape.tsx";
import { Mji } from "./skyline.tsx";

/** The coloured top section of a public page: the mji motif, the page's content, and a Swahili saying. */
export function Hero({ saying, gloss, children }: { saying: string; gloss: string; children: ReactNode }) {
  return (
    <>
      <div className="hero cloth spots">
        <Mji />
        <div className="page">
          {children}
          <Jina saying={saying} gloss={gloss} />
        </div>
      </div>
      <div className="pindo pindo-flip" />
    </>
  );
}

import type { ReactNode } from "react";
import { Jina } from "./jina.tsx";
import { Mji } from "./mji.tsx";

/** The whole cloth a public page opens with: motif, the page's words and form, and one saying. */
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

import type { ReactNode } from "react";
import { Hero } from "#app/ui/primitives/hero.tsx";

const FEATURES = [
  {
    title: "CBC-Aligned",
    text: "Lessons and reports follow the Competency-Based Curriculum.",
    icon: <path d="M4 4h40v40H4zM12 16h24M12 24h16M12 32h8" />,
  },
  {
    title: "Works Anywhere",
    text: "Made for places with little internet, and for the cheap Android phones people have.",
    icon: <path d="M6 44v-8h8v8zM20 44V26h8v18zM34 44V10h8v34z" />,
  },
  {
    title: "Affordable",
    text: "Under Ksh. 50 per student per month.",
    icon: (
      <>
        <circle cx="24" cy="24" r="20" />
        <circle cx="24" cy="24" r="11" strokeLinecap="round" strokeDasharray="0 6.91" />
      </>
    ),
  },
] satisfies { title: string; text: string; icon: ReactNode }[];

/** What Stride is and what it costs. */
export function Introduction() {
  return (
    <>
      <Hero saying="Elimu haina mwisho" gloss="Education has no end">
        <h1>A digital classroom that works where the network doesn’t.</h1>
        <p className="lead">CBC lessons, exams, fees and reports, on the Android phones your teachers already have.</p>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b className="text-[1.75rem]/[1] font-black [letter-spacing:-0.035em] whitespace-nowrap text-print">
            Under KSh 50
          </b>{" "}
          <span className="font-bold whitespace-nowrap">a student, a month</span>
        </p>
        <a className="button" href="#form">
          <span>Register Your School</span>
        </a>
      </Hero>
      <ul className="page pt-6 lg:grid lg:grid-cols-3 lg:gap-8">
        {FEATURES.map(({ title, text, icon }) => (
          <li key={title} className="flex gap-5 border-t border-line py-5">
            <svg className="size-[52px] fill-none stroke-current stroke-4" viewBox="0 0 48 48" aria-hidden="true">
              {icon}
            </svg>
            <div>
              <h2 className="text-lg [letter-spacing:-0.01em]">{title}</h2>
              <p className="text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

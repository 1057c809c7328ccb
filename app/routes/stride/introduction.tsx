import type { ReactNode } from "react";
import { Hero } from "#app/ui/primitives/hero.tsx";

const FEATURES = [
  {
    title: "CBC-Aligned",
    text: "Lessons and reports follow the Competency-Based Curriculum.",
    mark: <path d="M4 4h40v40H4zM12 16h24M12 24h16M12 32h8" />,
  },
  {
    title: "Works Anywhere",
    text: "Made for places with little internet, and for the cheap Android phones people have.",
    mark: <path d="M6 44v-8h8v8zM20 44V26h8v18zM34 44V10h8v34z" />,
  },
  {
    title: "Affordable",
    text: "Under Ksh. 50 per student per month.",
    mark: (
      <>
        <circle cx="24" cy="24" r="20" />
        <circle cx="24" cy="24" r="11" strokeLinecap="round" strokeDasharray="0 6.91" />
      </>
    ),
  },
] satisfies { title: string; text: string; mark: ReactNode }[];

/** What Stride is and what it costs. */
export function Introduction() {
  return (
    <>
      <Hero saying="Elimu haina mwisho" gloss="Education has no end">
        <h1>A digital classroom that works where the network doesn’t.</h1>
        <p className="lead">CBC lessons, exams, fees and reports, on the Android phones your teachers already have.</p>
        <p className="cost">
          <b>Under KSh 50</b> <span>a student, a month</span>
        </p>
        <a className="button" href="#form">
          <span>Register Your School</span>
        </a>
      </Hero>
      <ul className="page features">
        {FEATURES.map(({ title, text, mark }) => (
          <li key={title}>
            <svg viewBox="0 0 48 48" aria-hidden="true">
              {mark}
            </svg>
            <div>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

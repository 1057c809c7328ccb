/** The picture of error pages: hills, a cut cable and, on the 404 page, bus number 404. */
export function Landscape({ hasBus }: { hasBus: boolean }) {
  return (
    <svg className="land" viewBox="0 0 960 400" preserveAspectRatio="xMidYMax slice" fill="none" aria-hidden="true">
      <Sun />
      <path
        fill="var(--spot)"
        d="M0 250q60-90 130-60 50 20 80-10 60-60 120-8 40 34 84 0 66-54 130-2 40 32 90 6 70-40 130 6 90 60 196 10v208H0z"
      />
      <path fill="var(--print)" d="M0 300q140-60 300-24t320-14q180-50 340 10v128H0z" />
      <g stroke="var(--cloth)" strokeWidth="6" strokeLinecap="round" strokeDasharray="0 14">
        <path d="M0 322q140-58 300-22t320-14q180-50 340 10" />
        <path d="M0 342q150-54 310-20t320-10q180-44 330 10" />
      </g>
      <path fill="var(--cloth-ink)" d="M0 360q240-22 480-14t480-6v60H0z" />
      <path d="M0 378q240-20 480-13t480-5" stroke="var(--cloth)" strokeWidth="3" strokeDasharray="26 22" />
      <g stroke="var(--cloth-ink)" strokeWidth="5">
        <path d="M120 366V196M90 214h60M420 356V196M390 214h60M760 356V196M730 214h60" />
        <path
          strokeWidth="2.5"
          d="M92 214q150 60 300 0M148 214q150 60 300 0M448 214q62 20 84 62q8 16 4 36M732 214q-66 16-84 54q-8 18-2 30M788 214q90 40 172 20M0 236q50 0 92-22M0 244q60 0 148-30"
        />
      </g>
      {hasBus && <Bus />}
    </svg>
  );
}

function Sun() {
  return (
    <g transform="translate(660 160)">
      <circle r="62" fill="var(--print)" />
      <circle r="44" fill="var(--cloth)" />
      <circle r="30" fill="var(--print)" />
      <g stroke="var(--print)" strokeLinecap="round">
        <circle r="78" strokeWidth="7" strokeDasharray="0 18.85" />
        <circle r="98" strokeWidth="5" strokeDasharray="0 23.68" />
      </g>
    </g>
  );
}

function Bus() {
  return (
    <g className="bus">
      <g transform="translate(300 296)" fill="var(--cloth-ink)">
        <path fill="var(--ground)" d="M0 8q0-8 8-8h104q10 0 16 10l12 22q4 4 4 10v18H0z" />
        <path fill="var(--print)" d="M0 36h144v12H0z" />
        <path d="M10 10h22v18H10zM40 10h22v18H40zM70 10h22v18H70zM100 10h12l12 18h-24zM28-16h62V2H28z" />
        <text x="59" y="-2" textAnchor="middle" fontSize="15" fontWeight="900" letterSpacing="2" fill="var(--cloth)">
          404
        </text>
        <g stroke="var(--ground)" strokeWidth="4">
          <circle cx="30" cy="60" r="13" />
          <circle cx="112" cy="60" r="13" />
        </g>
      </g>
    </g>
  );
}

/** The mji motif of the design: twelve leaves around a hub. One on a page. */
export function Mji() {
  return (
    <svg className="mji" viewBox="-100 -100 200 200" fill="none" aria-hidden="true">
      <circle r="95" stroke="var(--cloth-ink)" strokeWidth="5" strokeLinecap="round" strokeDasharray="0 14.92" />
      <circle r="86" stroke="var(--cloth-ink)" strokeWidth="3" />
      <g id="mji-half">
        <g id="mji-quarter">
          <g id="mji-leaf">
            <path d="M0-30C15-45 14-64 0-80-14-64-15-45 0-30z" fill="var(--print)" />
            <circle cy="-57" r="5" fill="var(--cloth)" />
            <path d="M0-30V-18" stroke="var(--cloth-ink)" strokeWidth="3" />
          </g>
          <use href="#mji-leaf" transform="rotate(30)" />
          <use href="#mji-leaf" transform="rotate(60)" />
        </g>
        <use href="#mji-quarter" transform="rotate(90)" />
      </g>
      <use href="#mji-half" transform="rotate(180)" />
      <g transform="rotate(15)">
        <circle r="70" stroke="var(--cloth-ink)" strokeWidth="7" strokeLinecap="round" strokeDasharray="0 36.65" />
      </g>
      <circle r="18" fill="var(--cloth-ink)" />
      <circle r="11.5" stroke="var(--cloth)" strokeWidth="3" strokeLinecap="round" strokeDasharray="0 7.23" />
      <circle r="5" fill="var(--cloth)" />
    </svg>
  );
}

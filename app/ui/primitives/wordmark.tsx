/** The brand's name: an SVG wordmark for Mtandao (the demo brand), plain text for any other brand. */
export function Wordmark({ name }: { name: string }) {
  if (name !== "Mtandao") return <>{name}</>;
  return (
    <svg
      width="137"
      height="26"
      viewBox="0 0 169 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="5.6"
      role="img"
      aria-label="Mtandao"
    >
      <path d="M3 9v22M3 19a6.5 6.5 0 0 1 13 0v12M16 19a6.5 6.5 0 0 1 13 0v12M41 3v20q0 5.2 5 5.2h3M35 12h13M70.5 9v22M79 9v22M79 19a6.5 6.5 0 0 1 13 0v12M116.5 0v31M141 9v22" />
      <circle cx="62.5" cy="20" r="8.2" />
      <circle cx="108.5" cy="20" r="8.2" />
      <circle cx="133" cy="20" r="8.2" />
      <circle cx="157.5" cy="20" r="8.2" />
      <circle cx="157.5" cy="20" r="2.9" fill="var(--print)" stroke="none" />
    </svg>
  );
}

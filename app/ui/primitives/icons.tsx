const PATHS = {
  menu: "M2 5h16M2 10h16M2 15h16",
  warning: "M10 2L1.5 17.5h17zM10 8v4M10 14v2",
  search: "M13 13l5 5M8.5 14a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11z",
  check: "M3 10.5l5 5 9-11",
  close: "M4 4l12 12M16 4L4 16",
  shop: "M3 9v9h14V9M1 8l3-6h12l3 6z",
  arrow: "M3 10h13M11 5l5 5-5 5",
  phone: "M3 2h4l2 5-2 2q1 3 4 4l2-2 5 2v4Q3 18 3 2z",
  chat: "M2 3h16v11H9l-5 4v-4H2z",
  user: "M10 10a4 4 0 1 0-.1 0zM2 19c0-9 16-9 16 0",
} as const;

export type IconName = keyof typeof PATHS;

/** One of the site's drawn icons, 20 px. It always stands beside a word, so it is hidden from screen readers. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** Three animated dots beside a pending label, hidden from screen readers. */
export function Spinner() {
  return (
    <span className="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}

import type { ImageSource } from "#app/pictures/image-source.ts";

type ProjectPictureProps = {
  picture: ImageSource | undefined;
  /** It is visible without scrolling, so it loads eagerly. */
  isFirst?: boolean;
  sizes: string;
  className?: string;
};

const BOX = "block aspect-16/9 h-auto w-full object-cover";

/** A project's picture, or a default tile. Decorative: hidden from screen readers. */
export function ProjectPicture({ picture, isFirst = false, sizes, className = "" }: ProjectPictureProps) {
  if (!picture) return <Tile className={className} />;
  return (
    <img
      className={`${BOX} ${className}`}
      src={picture.src}
      srcSet={picture.srcSet}
      sizes={picture.srcSet && sizes}
      alt=""
      width={640}
      height={360}
      loading={isFirst ? undefined : "lazy"}
      decoding="async"
    />
  );
}

function Tile({ className }: { className: string }) {
  return (
    <svg
      className={`wide ${BOX} ${className}`}
      viewBox="0 0 120 68"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path fill="var(--print)" d="M0 0h120v68H0z" />
      <path fill="var(--ground)" d="M0 68l20-34 20 34zM40 68l20-34 20 34zM80 68l20-34 20 34z" />
      <path fill="var(--cloth)" d="M0 0l20 34L40 0zM40 0l20 34L80 0zM80 0l20 34L120 0z" />
      <path
        stroke="var(--print)"
        strokeWidth="10"
        strokeLinecap="round"
        strokeDasharray="0 40"
        d="M20 12h100M20 56h100"
      />
    </svg>
  );
}

/** The day is there for machines ("2026-11-21") and for people ("21 Nov 2026"). */
export type PostFacts = { category: string; isoDay: string; day: string; minutes: number };

/** What a post is about, since when it is there and how long it takes to read: one quiet line. */
export function PostMeta({ category, isoDay, day, minutes }: PostFacts) {
  return (
    <p className="quiet">
      {`${category} · `}
      <time dateTime={isoDay}>{day}</time>
      {` · ${minutes}\u00A0min\u00A0read`}
    </p>
  );
}

import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";

/** The day on which a document was read last, ISO 8601. */
export function CheckedOn({ day }: { day: string }) {
  return <time dateTime={day}>{dateOf(dayNumber(new Date(day))).words}</time>;
}

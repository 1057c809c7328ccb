type Row = { id: string; takenBy: string | null };

/**
 * Returns the id of what a member of staff does after they ended something: the next row of the list as it was before, else its
 * first row. Skips rows that a colleague has. Undefined if none is left.
 */
export function nextRow(rows: readonly Row[], ended: string, me: string): string | undefined {
  const place = rows.findIndex(({ id }) => id === ended);
  const isFree = ({ id, takenBy }: Row) => id !== ended && (takenBy === null || takenBy === me);
  return (rows.slice(place + 1).find(isFree) ?? rows.find(isFree))?.id;
}

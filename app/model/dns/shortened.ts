const LONGEST = 60;

/** A text for a line of others: at most 60 characters. */
export function shortened(text: string): string {
  const letters = [...text];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : text;
}

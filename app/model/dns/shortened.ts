const LONGEST = 60;

/** A text for a line of others: at most 60 characters, or as many as are said. */
export function shortened(text: string, longest = LONGEST): string {
  const letters = [...text];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : text;
}

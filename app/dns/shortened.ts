const LONGEST = 60;

/** Returns a text cut to 60 characters, or to `longest`. */
export function shortened(text: string, longest = LONGEST): string {
  const letters = [...text];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : text;
}

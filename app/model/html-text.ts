/** A text, typed by whoever, as it has to stand in the HTML of a mail or a page. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

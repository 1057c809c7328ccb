/** A text, typed by whoever, as it has to stand in HTML or XML: of a mail, a page, a feed. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

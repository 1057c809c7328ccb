/** Returns the link that opens a new mail without a receiver. Programs read "+" as a plus, so spaces are "%20" (RFC 6068). */
export function mailto(subject: string, body: string): string {
  return `mailto:?${new URLSearchParams({ subject, body }).toString().replaceAll("+", "%20")}`;
}

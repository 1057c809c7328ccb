/** An address as a zone file has it: as it is. Undefined for what is none. */
export function formatAddress({ content }: { content: string }): string | undefined {
  return /^[0-9a-f.:]+$/i.test(content) ? content : undefined;
}

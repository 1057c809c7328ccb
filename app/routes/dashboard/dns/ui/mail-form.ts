/** The name of a form of the mail page, among those of the page: a provider's, or the one that mends a finding. */
export function mailForm(provider: string): string {
  return `mail-${provider}`;
}

export function mendForm(code: string): string {
  return `mend-${code}`;
}

const PLAIN = /^[a-z][a-z0-9_]*$/i;

/**
 * Returns whether a field name can be one of our forms', which have plain names only. Form parsers build lists and objects from
 * others ("a[999999999]", "a.b", "__proto__") or treat them as commands ("__intent__").
 */
export function isFieldName(name: string): boolean {
  return PLAIN.test(name) && !(name in {});
}

/** The name of the field with the CSRF token of a session. Source: docs/product/accounts.md, "Sessions". */
export const CSRF_TOKEN = "csrf_token";

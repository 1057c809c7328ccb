const PLAIN = /^[a-z][a-z0-9_]*$/i;

/**
 * Whether a field can be one of our forms': they have plain names only. Whoever reads forms makes lists and objects of
 * others ("a[999999999]", "a.b", "__proto__"), or takes them as an order ("__intent__").
 */
export function isFieldName(name: string): boolean {
  return PLAIN.test(name) && !(name in {});
}

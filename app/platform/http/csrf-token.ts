/** The name of the field with the CSRF token of a session. Source: docs/product.md, "Sessions". */
export const CSRF_TOKEN = "csrf_token";

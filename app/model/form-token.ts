/** The name of the field with the form token of a session. Source: docs/product.md, "Sessions". */
export const FORM_TOKEN = "form_token";

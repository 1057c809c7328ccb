/** Input props for names and codes: no autofill, no capitals, no spelling correction. */
export const AS_TYPED = { autoComplete: "off", autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

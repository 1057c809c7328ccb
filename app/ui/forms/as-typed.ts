/** For fields that take names and codes: nothing fills them in, capitalises or corrects them. */
export const AS_TYPED = { autoComplete: "off", autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

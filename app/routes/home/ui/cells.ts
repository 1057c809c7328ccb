/** The cells of a ruled row of three: below each other on a phone, side by side on a wide screen. */
export const FIRST_CELL = "py-5 lg:pr-6";
export const NEXT_CELL = `${FIRST_CELL} lg:border-t-0 lg:border-l lg:border-line lg:pl-6`;

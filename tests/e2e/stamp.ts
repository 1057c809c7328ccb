import { expect, type Locator } from "@playwright/test";
import { ageOfStamp, makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";

/**
 * Makes a form look as if it had been on the screen for a while: where there is no token, nobody is believed to have
 * filled one in within three seconds. Fails when the page's own stamp would not have become good by waiting.
 */
export async function standAWhile(place: Locator, form: "sign-up" | "newsletter" | "school-interest") {
  const drawn = await place.locator("[name=stamp]").evaluate(
    (field: HTMLInputElement, stamp) => {
      const before = field.value;
      field.value = stamp;
      return before;
    },
    makeStamp(form, 5000),
  );
  expect(ageOfStamp(form, drawn)).toBeGreaterThanOrEqual(0);
}

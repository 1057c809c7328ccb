// Apart from the items, because scripts need these words alone.

/** Returns "1 thing to do." or "Nothing to do.". Takes the number of items and of the customer's domains. */
export function actionItemsWords(items: number, domains: number): string {
  if (items > 0) return items === 1 ? "1 thing to do." : `${items} things to do.`;
  return domains === 0 ? "Karibu. Start with the name on your shop sign." : "Nothing to do.";
}

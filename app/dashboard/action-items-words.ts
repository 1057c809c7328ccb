// Apart from the items, because scripts need these words alone.

/** What has been checked of a customer's domains (`checkCounts`). */
type Checks = { checking: number; done: number; unchecked: number };

const ALL_CHECKED: Checks = { checking: 0, done: 0, unchecked: 0 };

/**
 * Returns "1 thing to do." or "Nothing to do.". Takes the number of items and of the customer's domains. Nothing is to do only
 * if all domains were checked.
 */
export function actionItemsWords(items: number, domains: number, checks: Checks = ALL_CHECKED): string {
  const { checking, done, unchecked } = checks;
  const count = items === 1 ? "1 thing to do" : `${items} things to do`;
  if (checking > 0) {
    const names = namesOf(checking + done);
    return items > 0 ? `${count} · checking ${names} …` : `Checking ${names} …`;
  }
  if (domains === 0) return "Karibu. Start with the name on your shop sign.";
  const left = unchecked === 0 ? "" : ` ${namesOf(unchecked)} not checked yet.`;
  if (items > 0) return `${count}.${left}`;
  return left === "" ? "Nothing to do." : `Nothing to do so far.${left}`;
}

/** Returns "1 name" or "5 names". */
export function namesOf(count: number): string {
  return count === 1 ? "1 name" : `${count} names`;
}

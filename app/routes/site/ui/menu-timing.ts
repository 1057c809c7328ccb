/** How long the pointer hovers before a menu opens, and is away before it closes. Source: docs/product.md, "Menus". */
const HOVER_OPEN_MS = 100;
const HOVER_GRACE_MS = 300;
/** The pause after which the typed letters are forgotten. */
const TYPE_AHEAD_MS = 1_000;

/** Opens and closes a menu as the pointer enters and leaves; only its last move counts. */
export function hoverTimer(open: () => void, close: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (act: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
  return {
    enter: () => wait(open, HOVER_OPEN_MS),
    leave: () => wait(close, HOVER_GRACE_MS),
    stop: () => clearTimeout(timer),
  };
}

/**
 * Finds items by their first letters. Takes a key, the items' texts and the index of the current item (-1 for none). Returns
 * the index of the next item that begins with the typed letters, or undefined. Repeating one letter cycles through the items
 * that begin with it.
 */
export function typeAhead() {
  let typed = "";
  let last = Number.NEGATIVE_INFINITY;
  return (key: string, words: string[], current: number): number | undefined => {
    if (performance.now() - last >= TYPE_AHEAD_MS) typed = "";
    // A space alone presses a button or scrolls the page.
    if (key.length !== 1 || (key === " " && typed === "")) return undefined;
    last = performance.now();
    typed += key.toLowerCase();
    const isOneLetter = [...typed].every((letter) => letter === typed[0]);
    const search = isOneLetter ? key.toLowerCase() : typed;
    const start = isOneLetter ? current + 1 : Math.max(current, 0);
    const order = words.map((_word, place) => (start + place) % words.length);
    return order.find((place) => words[place]?.toLowerCase().startsWith(search));
  };
}

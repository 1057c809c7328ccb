type DemoPage = { title: string; lines: readonly (readonly [string, string])[] };

/** The demo pages of the fake projects, by the last part of their URL. */
export const DEMO_PAGES: Record<string, DemoPage> = {
  shamba: {
    title: "Shamba Prices",
    lines: [
      ["Tomatoes, a crate", "KSh 4,200"],
      ["French beans, a kilo", "KSh 95"],
      ["Cabbage, a piece", "KSh 38"],
      ["Onions, a net", "KSh 1,150"],
    ],
  },
  ledger: {
    title: "Boda Ledger",
    lines: [
      ["Fares today", "KSh 1,850"],
      ["Fuel", "KSh 620"],
      ["Savings", "KSh 300"],
      ["Left", "KSh 930"],
    ],
  },
};

/** Returns the HTML of a small one-page app. Its button counts clicks, which shows that scripts run in the frame. */
export function demoPage({ title, lines }: DemoPage): string {
  const items = lines.map(([name, value]) => `<li><span>${name}</span><b>${value}</b></li>`).join("");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body { margin: 0; padding: 16px; font: 16px/1.5 system-ui, Roboto, sans-serif; background: #fffdf8; color: #1c1320; }
h1 { margin: 0 0 16px; padding: 16px; background: #ffbf24; font-size: 22px; line-height: 1.1; }
ul { list-style: none; margin: 0 0 16px; padding: 0; }
li { display: flex; justify-content: space-between; padding: 12px 0; border-bottom: 1px solid #e2d8c8; }
button { width: 100%; min-height: 48px; border: 0; border-radius: 4px; background: #1c1320; color: #fffdf8; font: inherit; }
</style>
<h1>${title}</h1>
<ul>${items}</ul>
<button type="button" onclick="this.textContent = 'Asked ' + (this.dataset.n = +(this.dataset.n || 0) + 1) + ' times'">Ask again</button>
</html>
`;
}

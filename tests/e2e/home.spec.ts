import { expect, test } from "./fixtures.ts";

test("pages are rendered in Roboto, the font of Android phones", { tag: "@script-independent" }, async ({ page }) => {
  await page.goto("/");
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  expect(fonts.map(({ familyName }) => familyName.split(" ")[0])).toEqual(["Roboto"]);
});

test("the home page's motif lies under no text at any width", { tag: "@script-independent" }, async ({ page }) => {
  await page.goto("/");
  for (const width of [320, 360, 412, 540, 600, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const covered = await page.evaluate(() => {
      const circle = document.querySelector(".mji")?.getBoundingClientRect();
      if (!circle?.width) throw new Error("The motif is missing.");
      const radius = circle.width / 2;
      const [x, y] = [circle.x + radius, circle.y + radius];
      const texts = [...document.querySelectorAll(".hero h1, .hero p, .hero label, .hero dt, .hero dd")];
      const boxes = texts.flatMap((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()];
      });
      if (boxes.length < 5) throw new Error("The texts are missing.");
      return boxes.filter((box) => {
        const nearest = [
          Math.max(box.left, Math.min(x, box.right)),
          Math.max(box.top, Math.min(y, box.bottom)),
        ] as const;
        return Math.hypot(nearest[0] - x, nearest[1] - y) < radius;
      }).length;
    });
    expect(covered, `at ${width} px`).toBe(0);
  }
});

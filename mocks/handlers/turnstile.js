/*
 * A fake of Turnstile's widget, with the functions and options of its api.js that the site uses. A magic word in the e-mail
 * address of its form decides what it does, also while a person types it. The table is in docs/sandbox.md.
 */
(() => {
  const BOX = "box-sizing:border-box;height:65px;padding:8px 16px;border:1px solid;font:14px/24px sans-serif";
  const widgets = new Map();
  let count = 0;

  const emailIn = (box) => box.closest("form")?.querySelector("[name=email]");
  const wordIn = (box) => /^(captcha|timeout|fail|slow|expire|notoken)@/.exec(emailIn(box)?.value ?? "")?.[1] ?? "";

  function say(widget, text) {
    widget.line.textContent = text;
  }

  function later(widget, ms, work) {
    widget.timers.push(setTimeout(work, ms));
  }

  function pass(widget) {
    widget.token = `${widget.word === "captcha" ? "refuse" : "sandbox"}-${Math.random().toString(36).slice(2)}`;
    say(widget, "Sandbox bot check: passed");
    widget.options.callback?.(widget.token);
  }

  function expire(widget) {
    widget.token = undefined;
    say(widget, "Sandbox bot check: expired");
    widget.options["expired-callback"]?.();
  }

  function begin(widget) {
    widget.timers.splice(0).forEach(clearTimeout);
    widget.token = undefined;
    widget.word = wordIn(widget.box);
    say(widget, "Sandbox bot check: working");
    if (widget.word === "timeout") return;
    if (widget.word === "notoken") {
      say(widget, "Sandbox bot check: released without a token");
      return widget.options["error-callback"]?.("300010");
    }
    if (widget.word === "fail") {
      return later(widget, 200, () => {
        say(widget, "Sandbox bot check: failed");
        widget.options["error-callback"]?.("300010");
      });
    }
    later(widget, widget.word === "slow" ? 5000 : 200, () => pass(widget));
    if (widget.word !== "expire") return;
    later(widget, 2200, () => expire(widget));
    later(widget, 4200, () => pass(widget));
  }

  window.turnstile = {
    render(box, options) {
      if (!options.sitekey || !options.action) throw new Error("The sandbox's widget needs a sitekey and an action.");
      const line = document.createElement("div");
      line.style.cssText = BOX;
      // No visitor of the sandbox has to press it.
      line.hidden = options.appearance === "interaction-only";
      box.replaceChildren(line);
      const widget = { box, line, options, timers: [], word: "" };
      // Another magic word: start again, as if the token had expired.
      widget.watch = () => {
        if (wordIn(box) === widget.word) return;
        if (widget.token !== undefined) expire(widget);
        begin(widget);
      };
      box.closest("form")?.addEventListener("input", widget.watch);
      const id = `sandbox-${++count}`;
      widgets.set(id, widget);
      begin(widget);
      return id;
    },
    reset(id) {
      const widget = widgets.get(id);
      if (widget) begin(widget);
    },
    remove(id) {
      const widget = widgets.get(id);
      widget?.timers.forEach(clearTimeout);
      widget?.box.closest("form")?.removeEventListener("input", widget.watch);
      widget?.line.remove();
      widgets.delete(id);
    },
    getResponse: (id) => widgets.get(id)?.token,
  };
})();

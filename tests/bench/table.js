const round = (number, digits = 0) => number.toLocaleString("en", { maximumFractionDigits: digits });

/** The figures as a Markdown table: what, how much, what it should reach. */
export function tableOf({ cached, rendered, starts, zones, tasks, pages, floor }) {
  const rows = [
    ...cached.flatMap(cachedRows),
    ...rendered.flatMap(({ name, rate, rawRate, ratio, cpuMs, crowdP50, crowdP99, aloneP50, aloneP99 }) => [
      [`A page drawn each time ÷ node http with the same body, ${name}`, quotient(rate, rawRate, ratio, 4), ""],
      [
        `… p50 / p99 ms of 16 at once · of one alone · ms of the processor`,
        `${round(crowdP50)} / ${round(crowdP99)} · ${round(aloneP50, 1)} / ${round(aloneP99, 1)} · ${round(cpuMs, 2)}`,
        "",
      ],
    ]),
    ...starts.flatMap(({ name, freshMs, warmMs, idleMb, loadedMb }) => [
      [`Start to first page, ${name}: warm (first time ever), ms`, `${round(warmMs)} (${round(freshMs)})`, "≤ 3,000"],
      [`Memory, ${name}: idle / after load, MB`, `${round(idleMb)} / ${round(loadedMb)}`, ""],
    ]),
    ...zones.map(({ size, list, filtered, difference, preview, bytes }) => [
      `A zone of ${round(size)} records, ms: list · filtered · difference to a file · its preview; bytes of the list`,
      `${[list, filtered, difference, preview].map((ms) => round(ms)).join(" · ")}; ${round(bytes)}`,
      size === 1000 ? "≤ 100 × that of 10" : "",
    ]),
    ...tasks.map(taskRow),
    ...pages.flatMap((page) => pageRows(page, floor)),
  ];
  const lines = [["What", "Measured", "Reach"], ["---", "---", "---"], ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function cachedRows({ name, reach, site, bare, same, bareRatio, sameRatio, micros }) {
  return [
    [`Cached home ÷ node http with the same body, ${name}`, quotient(site, bare, bareRatio), reach],
    [`… ÷ node http with the same head and body`, quotient(site, same, sameRatio), ""],
    [
      `… the servers' own time for one, µs: site / body / head and body`,
      micros.map((time) => round(time, 1)).join(" / "),
      "",
    ],
  ];
}

/** Seconds · KB · requests of a step: plain, with scripts, and with scripts where the browser says nothing of its line. */
function taskRow({ task: _, protocol, visit, step, ...lines }) {
  const { plain, scripts } = lines;
  const cells = Object.entries(lines).map(
    ([line, { seconds, bytes, requests }]) =>
      `${line} ${round(seconds, 1)} · ${round(bytes / 1024, 1)} · ${round(requests)}`,
  );
  const ratio = round(scripts.seconds / plain.seconds, 2);
  return [
    `A slow phone, ${protocol}, ${visit} visit, ${step}: seconds · KB · requests`,
    `${cells.join("; ")}; **${ratio}**`,
    visit === "first" ? "≤ 1.1 × plain" : "≤ plain",
  ];
}

function quotient(own, floor, ratio, digits = 2) {
  return `${round(own)} ÷ ${round(floor)} = **${round(ratio, digits)}**`;
}

function pageRows({ path, htmlBytes, scores, lost, blockingMs, machineIndex, requests, bytes, harsh }, floor) {
  const share = (key) => quotient(harsh[key], floor[key], harsh[`${key}Ratio`]);
  const missed = lost.length > 0 ? ` (${lost.join(", ")})` : "";
  return [
    [
      `${path}: HTML and CSS, bytes · requests, bytes on the wire`,
      `${round(htmlBytes)} · ${requests}, ${round(bytes)}`,
      "≤ 10,240",
    ],
    [`${path}: performance · accessibility · best practices · SEO`, `${scores.join(" · ")}${missed}`, "100 each"],
    [
      `${path}: blocking time, ms · Lighthouse's index of the machine`,
      `${round(blockingMs)} · ${round(machineIndex)}`,
      "",
    ],
    [`${path}: harsh FCP ÷ hello, ms`, share("fcp"), "≤ 1.10"],
    [`${path}: harsh LCP ÷ hello, ms`, share("lcp"), "≤ 1.10"],
    [`${path}: harsh script time, ms (hello has ${round(floor.scripts)})`, round(harsh.scripts), "≤ 30"],
  ];
}
